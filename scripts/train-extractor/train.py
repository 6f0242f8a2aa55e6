"""Trains the block filter from what export-features.ts wrote.

train.py WORK_DIR [--cross-validate]

Three models stack: a linear one over tokens, one that tells the kind of page, and the filter itself,
which sees what the first two say of rows they were not fitted to.
"""

import hashlib
import json
import sys
from pathlib import Path

import lightgbm as lgb
import numpy as np

from labels import label_page
from model_file import pack
from token_model import KINDS, Tokens

FOLDS = 5
TOKEN_NAMES = ["own", "parent", "chain", "tags", "text", "heading", "all"]
COMMON = {"num_threads": 1, "deterministic": True, "force_row_wise": True, "verbose": -1, "seed": 1, "bagging_freq": 1}
FILTER = {
    **COMMON,
    "objective": "cross_entropy",
    "num_leaves": 64,
    "learning_rate": 0.1,
    "min_data_in_leaf": 400,
    "bagging_fraction": 0.5,
    "lambda_l2": 10,
    "max_bin": 63,
}
# Two ensembles that err differently, averaged: the second divides at random places. With their rounds.
FILTERS = [
    ({**FILTER, "feature_fraction": 0.25}, 170),
    ({**FILTER, "feature_fraction": 0.4, "extra_trees": True, "seed": 2}, 250),
]
PAGE_TYPE = {
    **COMMON,
    "objective": "multiclass",
    "num_leaves": 6,
    "learning_rate": 0.08,
    "min_data_in_leaf": 8,
    "feature_fraction": 0.25,
    "bagging_fraction": 0.7,
    "lambda_l2": 3,
}
PAGE_TYPE_ROUNDS = 80


class Data:
    def __init__(self, folder):
        with open(folder / "pages.jsonl", encoding="utf-8") as lines:
            pages = [json.loads(line) for line in lines]
        names = json.loads((folder / "names.json").read_text())
        self.names, self.page_names = names["block"], names["page"]
        self.rows = np.fromfile(folder / "rows.f32", dtype="<f4").reshape(-1, len(self.names))
        self.ids = [page["id"] for page in pages]
        sites = [site_of(page["host"]) for page in pages]
        self.fold = np.array([fold_of(site) for site in sites])
        self.kinds = sorted({page["type"] for page in pages})
        self.kind = np.array([self.kinds.index(page["type"]) for page in pages])
        counts = [len(page["texts"]) for page in pages]
        self.page = np.repeat(np.arange(len(pages)), counts)
        self.filled = np.array(counts) > 0
        self.described = np.array([page["values"] for page in pages], np.float32)
        labelled = [label_page(page) for page in pages]
        self.wanted = np.clip(np.concatenate([share for share, _ in labelled]), 0, 1)
        words = np.concatenate([sizes for _, sizes in labelled])
        truth = np.array([len(page["main"].split()) for page in pages])
        self.usable = (words > 0) & (truth[self.page] > 0)
        self.weight = block_weight(words, truth[self.page])
        self.tokens = Tokens(pages, sites)


def site_of(host):
    return ".".join(host.split(".")[-2:])


def fold_of(site):
    """Pages of one site fall into one fold."""
    return int(hashlib.sha256(f"f{site}".encode()).hexdigest(), 16) % FOLDS


def block_weight(words, truth):
    """Grows with what a wrong decision on the block costs its page; large pages do not drown others."""
    return np.minimum(words, 600) ** 0.6 / np.maximum(truth, 50) ** 0.6


def fit_first(data, pages):
    """The token model and the page type model, fitted to the pages of the mask."""
    rows = np.where(data.usable & pages[data.page])[0]
    tokens = data.tokens.fit(rows, data.wanted, data.weight)
    filled = pages & data.filled
    settings = {**PAGE_TYPE, "num_class": len(data.kinds)}
    kinds = lgb.train(settings, lgb.Dataset(data.described[filled], data.kind[filled]), PAGE_TYPE_ROUNDS)
    return tokens, kinds


def first_columns(data, fitted, rows):
    """What the fitted first models say of the rows, in the column order of extract-html.ts."""
    tokens, kinds = fitted
    chances = kinds.predict(data.described).astype(np.float32)
    return np.hstack([data.tokens.columns(tokens, rows), chances[data.page[rows]]])


def fit(data, pages):
    """All models, fitted to the pages of the mask; the filter's rows are scored out of fold."""
    extra = np.zeros((len(data.rows), len(TOKEN_NAMES) + len(data.kinds)), np.float32)
    for fold in np.unique(data.fold[pages]):
        rows = np.where((pages & (data.fold == fold))[data.page])[0]
        extra[rows] = first_columns(data, fit_first(data, pages & (data.fold != fold)), rows)
    rows = np.where(data.usable & pages[data.page])[0]
    table = np.hstack([data.rows[rows], extra[rows]])
    weight = data.weight[rows] / data.weight[rows].mean()
    boosters = [
        lgb.train(settings, lgb.Dataset(table, data.wanted[rows], weight=weight), rounds)
        for settings, rounds in FILTERS
    ]
    return fit_first(data, pages), boosters


def write_model(data, fitted, file, trained_on):
    (tokens, kinds), boosters = fitted
    names = [*data.names, *(f"tokens.{name}" for name in TOKEN_NAMES), *(f"type.{kind}" for kind in data.kinds)]
    trees = kinds.dump_model()["tree_info"]
    filters = [tree for booster in boosters for tree in booster.dump_model()["tree_info"]]
    model = {
        "format": 4,
        "trainedOn": trained_on,
        "features": names,
        "ensemble": pack(filters, 1 / len(boosters)),
        "tokens": data.tokens.to_file(tokens),
        "pageType": {
            "kinds": data.kinds,
            "features": data.page_names,
            "ensembles": [pack(trees[i :: len(data.kinds)]) for i in range(len(data.kinds))],
        },
    }
    file.write_text(json.dumps(model))


def main():
    folder = Path(sys.argv[1])
    data = Data(folder)
    count = len(data.ids)
    assert len(TOKEN_NAMES) == len(KINDS) + 1
    if "--cross-validate" not in sys.argv[2:]:
        note = f"these pages: all {count} of the WCXB development split that were at hand; figures on them flatter it"
        write_model(data, fit(data, np.ones(count, bool)), folder / "block-filter.model.json", note)
        return
    for fold in range(FOLDS):
        fitted = fit(data, data.fold != fold)
        write_model(data, fitted, folder / f"fold-{fold}.model.json", f"pages outside fold {fold}")
        print(f"fold {fold} of {FOLDS} trained", file=sys.stderr)
    (folder / "folds.json").write_text(json.dumps(dict(zip(data.ids, map(int, data.fold)))))


main()
