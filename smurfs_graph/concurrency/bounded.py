"""A dict that cannot fill the memory of a process which lives long."""

import threading
from collections import OrderedDict
from contextlib import suppress
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class BoundedDict(OrderedDict[K, V]):
    """Forgets the key that was set longest ago where one too many is set."""

    def __init__(self, most: int) -> None:
        """`most`: keys that it holds."""
        super().__init__()
        self._most = most
        self._lock = threading.Lock()

    def __setitem__(self, key: K, value: V) -> None:
        """Set a key, which is forgotten last then, also where it was there before."""
        with self._lock, suppress(KeyError):  # another thread may take keys away meanwhile
            super().__setitem__(key, value)
            self.move_to_end(key)
            if len(self) > self._most:
                self.popitem(last=False)
