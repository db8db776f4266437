"""One reading of a sub-task over all documents shown: which calls place what it names and explain what it says."""
