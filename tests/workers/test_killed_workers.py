"""Workers that are processes, killed with -9."""

from smurfs_graph.workers.queue import Queue
from tests.workers.crew import CallLog, crew


def test_another_worker_goes_on_with_a_dead_ones_run(queue: Queue, log: CallLog) -> None:
    """Killed in the middle of its second call: the first one, which was completed, is not made again."""
    with crew(queue.url, log, 2) as workers:
        thread = queue.enqueue("pay a; look b 3; pay c")
        log.wait_for("start", "b")
        [holder] = log.processes("start", "b")
        next(each for each in workers if each.pid == holder).kill()
        assert queue.wait(thread, 60).state == "finished"
        assert log.processes("start", "b")[1] != holder
    counted = log.count()
    assert {words: counted[words] for words in counted if words[0] != "key"} == {
        ("paid", "a"): 1,
        ("start", "b"): 2,
        ("end", "b"): 1,
        ("paid", "c"): 1,
    }
    assert queue.jobs() == []
