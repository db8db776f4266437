"""`python -m smurfs_graph.training SETTINGS.yaml`: train on what `smurfs export-training` wrote, or go on with it."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from smurfs_graph.errors import ConfigurationError
from smurfs_graph.training.settings import TrainingSettings


def main(arguments: Sequence[str] | None = None) -> int:
    """Run every stage that is not done; 0, or 2 after one line on what was wrong.

    `arguments`: of the command; None: those of the process.
    """
    parser = argparse.ArgumentParser(prog="python -m smurfs_graph.training", description=__doc__)
    parser.add_argument("settings", type=Path, help="YAML file; see docs/training.md")
    try:
        settings = TrainingSettings.read(parser.parse_args(arguments).settings)
        from smurfs_graph.training.stages import train

        train(settings)
    except ConfigurationError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("interrupted; the same command goes on from the last checkpoint", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
