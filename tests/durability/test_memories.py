"""Memories of users, in every storage."""

from smurfs_graph.checkpoints.storage import Storage
from smurfs_graph.tools.memory import MOST, delete_memories, keep_memory, list_memories


async def test_every_storage_keeps_each_users_memories_apart(storage: Storage) -> None:
    """In the order in which they came, however ids are spelled; a memory that is kept again stays where it was."""
    users = ("ann", "an", "ann.b", "ann%", "a" * 500, "Ánn\u200b")
    for user in users:
        for text in (f"I am {user}", "I like trains", f"I am {user}"):
            await keep_memory(storage.store, user, text)
    for user in users:
        assert [memory.text for memory in await list_memories(storage.store, user)][1:] == ["I like trains"]
    for number in range(MOST - 2):
        await keep_memory(storage.store, "ann", f"{number}")
    found = await list_memories(storage.store, "ann")
    assert len(found) == MOST and found[-1].text == f"{MOST - 3}"
    await delete_memories(storage.store, "ann", [memory.id for memory in found])
    assert not await list_memories(storage.store, "ann")
    assert len(await list_memories(storage.store, "an")) == 2
