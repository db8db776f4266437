"""`python -m smurfs_graph` is the `smurfs` command."""

from smurfs_graph.cli import main

main()
