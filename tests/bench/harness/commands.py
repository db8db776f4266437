"""The command line, in this process."""

from smurfs_graph.cli import main


def smurfs(*arguments: str) -> int:
    """Run `smurfs ARGUMENTS`; gives the exit status."""
    try:
        main(list(arguments))
    except SystemExit as end:
        return int(end.code or 0)
    return 0
