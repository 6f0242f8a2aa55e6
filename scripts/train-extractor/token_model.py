"""A linear model over the tokens of a block: which of them speak for content."""

import base64

import numpy as np
import scipy.sparse as sparse
from sklearn.linear_model import SGDClassifier

# Prefixes of tokens by kind, in the order of src/adapters/extraction/block-tokens.ts.
KINDS = [("c0:",), ("c1:",), ("c:",), ("t:",), ("w:", "x:"), ("h:",)]
# A token counts when this many sites use it: fewer would make it a name of the site.
MIN_SITES = 8
UNIT = 1 / 1024
ALPHA = 5e-4
PASSES = 6


class Tokens:
    def __init__(self, pages, sites):
        seen = {}
        for page, site in zip(pages, sites):
            for token in {token for block in page["tokens"] for token in block.split("\t")}:
                seen.setdefault(token, set()).add(site)
        self.words = sorted(token for token, found in seen.items() if len(found) >= MIN_SITES and "\n" not in token)
        at = {token: i for i, token in enumerate(self.words)}
        self.kind = np.array([next(k for k, ps in enumerate(KINDS) if word.startswith(ps)) for word in self.words])
        columns, ends = [], [0]
        for page in pages:
            for block in page["tokens"]:
                columns.extend({at[token] for token in block.split("\t") if token in at})
                ends.append(len(columns))
        ones = np.ones(len(columns), np.float32)
        self.matrix = sparse.csr_matrix((ones, columns, ends), shape=(len(ends) - 1, len(self.words)))

    def fit(self, rows, wanted, weight):
        model = SGDClassifier(
            loss="log_loss", alpha=ALPHA, max_iter=PASSES, tol=None, average=True, random_state=1
        )
        model.fit(self.matrix[rows], wanted[rows] >= 0.5, sample_weight=weight[rows] / weight[rows].mean())
        limit = 32767
        whole = np.clip(np.round(model.coef_[0] / UNIT), -limit, limit).astype("<i2")
        return whole, float(model.intercept_[0])

    def columns(self, fitted, rows):
        """A sum for each kind of token and one over all, as token-scores.ts adds them."""
        whole, intercept = fitted
        weights = whole * UNIT
        sums = [self.matrix[rows] @ np.where(self.kind == kind, weights, 0) for kind in range(len(KINDS))]
        return np.column_stack([*sums, np.sum(sums, axis=0) + intercept]).astype(np.float32)

    def to_file(self, fitted):
        whole, intercept = fitted
        used = whole != 0
        return {
            "words": "\n".join(word for word, keep in zip(self.words, used) if keep),
            "weights": base64.b64encode(whole[used].tobytes()).decode(),
            "intercept": intercept,
        }
