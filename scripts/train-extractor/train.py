"""Trains the block filter from the rows that export-features.ts wrote.

train.py WORK_DIR [--cross-validate]
"""

import hashlib
import json
import sys
from pathlib import Path

import lightgbm as lgb
import numpy as np

from labels import label_page
from model_file import pack

FOLDS = 5
# Each bag sees this share of the pages: rows of one page are alike, so pages are drawn, not rows.
BAGS = 6
BAG_SHARE = 0.6
ROUNDS = 40
PARAMETERS = {
    "objective": "cross_entropy",
    "num_leaves": 64,
    "learning_rate": 0.12,
    "min_data_in_leaf": 200,
    "feature_fraction": 0.25,
    "bagging_fraction": 0.5,
    "bagging_freq": 1,
    "lambda_l2": 10,
    "max_bin": 63,
    "num_threads": 1,
    "deterministic": True,
    "force_row_wise": True,
    "verbose": -1,
}


class Data:
    def __init__(self, folder):
        with open(folder / "pages.jsonl", encoding="utf-8") as lines:
            pages = [json.loads(line) for line in lines]
        self.names = json.loads((folder / "names.json").read_text())
        self.rows = np.fromfile(folder / "rows.f32", dtype="<f4").reshape(-1, len(self.names))
        labelled = [label_page(page) for page in pages]
        self.wanted = np.clip(np.concatenate([share for share, _ in labelled]), 0, 1)
        sizes = np.concatenate([words for _, words in labelled])
        self.page = np.repeat(np.arange(len(pages)), [len(page["texts"]) for page in pages])
        self.ids = [page["id"] for page in pages]
        self.fold = np.array([fold_of(page["host"]) for page in pages])
        truth = np.array([len(page["main"].split()) for page in pages])
        total = np.bincount(self.page, sizes, minlength=len(pages))
        self.usable = (sizes > 0) & (truth[self.page] > 0)
        self.weight = block_weight(sizes, truth[self.page], total[self.page])
        self.dataset = lgb.Dataset(
            self.rows, self.wanted, weight=self.weight, params=PARAMETERS, free_raw_data=False
        ).construct()


def fold_of(host):
    """Pages of one site fall into one fold."""
    site = ".".join(host.split(".")[-2:])
    return int(hashlib.sha256(f"f{site}".encode()).hexdigest(), 16) % FOLDS


def block_weight(words, truth, total):
    """About what a wrong decision on the block costs its page in word F1."""
    return np.minimum(words, 1500) ** 0.8 / np.maximum(truth + 0.3 * total, 60) ** 0.8


def train(data, pages):
    """One booster per bag, on the given pages (a mask)."""
    boosters = []
    for bag in range(BAGS):
        drawn = pages & (np.random.default_rng(bag).random(len(pages)) < BAG_SHARE)
        rows = np.where(data.usable & drawn[data.page])[0]
        boosters.append(lgb.train({**PARAMETERS, "seed": bag + 1}, data.dataset.subset(rows), ROUNDS))
    return boosters


def write_model(data, boosters, file, trained_on):
    model = {"format": 2, "trainedOn": trained_on, "features": data.names, "ensemble": pack(boosters)}
    file.write_text(json.dumps(model))


def main():
    folder = Path(sys.argv[1])
    data = Data(folder)
    count = len(data.ids)
    if "--cross-validate" not in sys.argv[2:]:
        note = f"all {count} pages of the WCXB development split used here"
        write_model(data, train(data, np.ones(count, bool)), folder / "block-filter.model.json", note)
        return
    for fold in range(FOLDS):
        file = folder / f"fold-{fold}.model.json"
        write_model(data, train(data, data.fold != fold), file, f"pages outside fold {fold}")
        print(f"fold {fold} of {FOLDS} trained", file=sys.stderr)
    (folder / "folds.json").write_text(json.dumps(dict(zip(data.ids, map(int, data.fold)))))


main()
