"""How many words of each block are wanted, by aligning a page's words with its reviewed text."""

import re
from collections import Counter

import numpy as np
from cydifflib import SequenceMatcher

WORD = re.compile(r"\w+")
# A block out of order counts where at least this share of its word triples is in the text left over.
MOVED_SHARE = 0.7


def words(text):
    return WORD.findall(text.lower())


def label_page(page):
    """The share of each block's words that the reviewed text holds, and the number of its words."""
    blocks = [words(text) for text in page["texts"]]
    truth = words(page["main"])
    sizes = np.array([len(block) for block in blocks], float)
    flat = [word for block in blocks for word in block]
    owner = np.repeat(np.arange(len(blocks)), [len(block) for block in blocks])
    found = np.zeros(len(blocks))
    used = np.zeros(len(truth), bool)
    for start, at, length in SequenceMatcher(None, flat, truth, autojunk=False).get_matching_blocks():
        np.add.at(found, owner[start : start + length], 1)
        used[at : at + length] = True
    add_moved(blocks, found, [None if hit else word for word, hit in zip(truth, used)])
    return found / np.maximum(sizes, 1), sizes


def add_moved(blocks, found, left):
    """Credits blocks whose text stands elsewhere in the reviewed text than on the page."""
    triples = Counter(t for t in zip(left, left[1:], left[2:]) if None not in t)
    for i, block in enumerate(blocks):
        if len(block) < 3 or found[i] >= 0.5 * len(block):
            continue
        own = list(zip(block, block[1:], block[2:]))
        hits = [t for t in own if triples[t] > 0]
        if len(hits) >= MOVED_SHARE * len(own):
            found[i] = len(block) * len(hits) / len(own)
            triples.subtract(hits)
