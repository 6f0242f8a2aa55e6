"""Writes boosted trees in the form that src/adapters/extraction/tree-model.ts reads."""

import base64

import numpy as np


def pack(trees, share=1):
    """Trees, as LightGBM dumps them, as one ensemble; their values are multiplied by the share."""
    nodes = Nodes(share)
    roots = [nodes.add_tree(tree["tree_structure"]) for tree in trees]
    return {
        "trees": len(roots),
        "nodes": len(nodes.feature),
        "roots": encode(roots, "<u4"),
        "feature": encode(nodes.feature, "<i2"),
        "value": encode(nodes.value, "<f4"),
        "left": encode(nodes.left, "<u2"),
    }


class Nodes:
    def __init__(self, share):
        self.share = share
        self.feature, self.value, self.left = [], [], []

    def add(self, count):
        at = len(self.feature)
        self.feature += [-1] * count
        self.value += [0.0] * count
        self.left += [0] * count
        return at

    def add_tree(self, tree):
        root = self.add(1)
        todo = [(tree, root)]
        while todo:
            node, at = todo.pop()
            if "leaf_value" in node:
                self.value[at] = node["leaf_value"] * self.share
                continue
            children = self.add(2)
            self.feature[at] = node["split_feature"]
            self.value[at] = at_most(node["threshold"])
            self.left[at] = children - root
            todo += [(node["left_child"], children), (node["right_child"], children + 1)]
        return root


def at_most(threshold):
    """The largest float32 not above the threshold: rows are float32, so no comparison changes."""
    value = np.float32(threshold)
    return float(value if float(value) <= threshold else np.nextafter(value, np.float32(-np.inf)))


def encode(values, kind):
    return base64.b64encode(np.array(values, dtype=kind).tobytes()).decode()
