"""A dict that cannot fill the memory of a process which lives long."""

from collections import OrderedDict
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class BoundedDict(OrderedDict[K, V]):
    """Forgets the key that was set longest ago where one too many is set."""

    def __init__(self, most: int) -> None:
        """`most`: keys that it holds."""
        super().__init__()
        self._most = most

    def __setitem__(self, key: K, value: V) -> None:
        """Set a key, which is forgotten last then, also where it was there before."""
        self.pop(key, None)  # not moved to the end: another thread may have forgotten it meanwhile
        super().__setitem__(key, value)
        if len(self) > self._most:
            self.popitem(last=False)
