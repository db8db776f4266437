"""The fixtures of this folder."""

from tests.durability.storages import address as address
from tests.durability.storages import storage as storage
