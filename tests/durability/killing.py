"""Killing victims with -9, at every superstep boundary and at random moments, and looking at what they leave.

python -m tests.durability.killing --address FILE_OR_URL [--random N] [--stride N] [--aimed N] [--approve]

Every victim is a process of its own, forked from this one, which has imported everything and opened nothing.
"""

import argparse
import json
import os
import random
import signal
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from tests.durability.victim import MODEL_CALLS, WORK, Log, Scene, live

LONGEST_LIFE = 60.0
"""Seconds."""
AIM = 0.005
"""Seconds after the end of a call in which the aimed kills lie: about what a commit in PostgreSQL takes."""
ENDS = {"end": 2, "handed": MODEL_CALLS}
"""How often tools that read log their end, and clients that they have handed over a reply."""

AGAIN = {
    "asked": "model_calls_cut_off",
    "sent": "replies_lost_in_client",
    "handed": "replies_lost_in_hand",
    "kept": "model_calls_repeated",
}
"""What a model call counts as that is made again, by how far it had got."""


@dataclass
class Findings:
    """Counts over all victims."""

    victims: int = 0
    kills_at_boundaries: int = 0
    kills_at_random: int = 0
    kills_aimed: int = 0
    """Right after a tool or a model's client had ended a call."""
    resumed: int = 0
    """Ended with the reference's answer and status."""
    reads_repeated: int = 0
    """Calls of a reading tool that had returned and were made again."""
    reads_cut_off: int = 0
    """Made again, whose tool had logged its end, and had not come to its `return` when the process died."""
    writes_twice: int = 0
    wrong_results: int = 0
    """Results that another sub-task's call brought."""
    model_calls: int = 0
    """All calls of victims' models."""
    model_calls_cut_off: int = 0
    """Made again, whose model had not sent its reply: the process died while it was at work."""
    replies_lost_in_client: int = 0
    """Made again, whose model had sent the reply, and whose client had not handed it over."""
    replies_lost_in_hand: int = 0
    """Made again, whose client had handed the reply over, and which was not in the journal yet."""
    model_calls_repeated: int = 0
    """Made again although the reply was in the journal."""
    problems: list[str] = field(default_factory=list[str])


class Nursery:
    """Gives birth to victims at one address."""

    def __init__(self, address: str, folder: Path, *, approve: bool = False) -> None:
        """`address`: `{}` in it stands for a victim's number; `folder`: for logs."""
        self._address, self._folder, self._approve = address, folder, approve
        self.found = Findings()
        self._chance = random.Random(7)

    def scene(self) -> Scene:
        """A new victim's place."""
        self.found.victims += 1
        number = self.found.victims
        return Scene(
            self._address.replace("{}", str(number)),
            f"victim{number}",
            Log(self._folder / f"{number}.log"),
            self._approve,
        )

    def undisturbed(self) -> tuple[float, int]:
        """Seconds and checkpoints of a run that nobody kills."""
        scene = self.scene()
        began, counter = time.monotonic(), self._folder / "puts"
        born(lambda: live(scene, lambda after: Log(counter).write("put") if after else None), self._result_of(scene))
        took = time.monotonic() - began
        self._judge(scene, 0)
        return took, sum(Log(counter).count().values())

    def boundary(self, number: int, *, after: bool) -> None:
        """A victim that dies right before or after its checkpoint of that number is written."""
        scene, seen = self.scene(), 0

        def on_put(is_after: bool) -> None:
            nonlocal seen
            seen += is_after == after
            if seen == number and is_after == after:
                os.kill(os.getpid(), signal.SIGKILL)

        born(lambda: live(scene, on_put, self._drawn()), self._result_of(scene))
        self.found.kills_at_boundaries += 1
        self._last_life(scene, 1)

    def at_random(self, longest: float) -> int:
        """A victim that dies once to three times at random moments; returns how often it did."""
        scene, kills = self.scene(), 0
        for _ in range(self._chance.randint(1, 3)):
            killed = born(
                lambda: live(scene, None, self._drawn()), self._result_of(scene), self._chance.uniform(0, longest)
            )
            kills += killed
            if not killed:
                break
        self.found.kills_at_random += kills
        self._last_life(scene, kills)
        return kills

    def aimed(self) -> None:
        """A victim that dies right after one of its calls has ended, most likely before the database has the result."""
        scene = self.scene()
        word = self._chance.choice([*ENDS])
        number, late = self._chance.randint(1, ENDS[word]), self._chance.uniform(0, AIM)
        heard, scene.log.to = os.pipe()
        scene.log.announced = word
        pid = child(lambda: live(scene, None, self._drawn()), self._result_of(scene))
        os.close(scene.log.to)
        scene.log.announced = ""
        while number and os.read(heard, 1):
            number -= 1
        until = time.perf_counter() + late
        while time.perf_counter() < until:
            pass
        os.kill(pid, signal.SIGKILL)
        _, status = os.waitpid(pid, 0)
        os.close(heard)
        self.found.kills_aimed += os.WIFSIGNALED(status)
        self._last_life(scene, 1)

    def _drawn(self) -> random.Random | None:
        return random.Random(self._chance.random()) if self._approve else None

    def _last_life(self, scene: Scene, kills: int) -> None:
        chance = self._drawn()
        born(lambda: live(scene, None, chance), self._result_of(scene))
        self._judge(scene, kills)

    def _result_of(self, scene: Scene) -> Path:
        return self._folder / f"{scene.thread}.result"

    def _judge(self, scene: Scene, kills: int) -> None:
        path, said = self._result_of(scene), scene.log.count()
        result: dict[str, Any] = json.loads(path.read_text()) if path.exists() else {"error": "it did not end"}
        answers: dict[str, str] = result.get("answers", {})
        wrong = [name for name, answer in answers.items() if answer != f"result of {name}"]
        same = result.get("stop_reason") == "answered" and sorted(answers) == sorted(WORK) and not wrong
        self.found.resumed += same
        self.found.wrong_results += len(wrong)
        if not same:
            self.found.problems.append(f"victim {self.found.victims} after {kills} kills: {result}")
        for name, tool in WORK.items():
            if tool == "look":
                self.found.reads_repeated += (repeated := said["repeated", name])
                self.found.reads_cut_off += max(0, said["end", name] - 1 - repeated)
            elif tool == "book":
                self.found.writes_twice += max(0, said["start", name] - said["undone", name] - 1)
            else:
                paid = sum(count for line, count in said.items() if line[:2] == ("paid", name))
                self.found.writes_twice += max(0, paid - 1)
        self._judge_calls(scene)

    def _judge_calls(self, scene: Scene) -> None:
        """Count, for each call that was made again, how far it had got."""
        got: dict[tuple[str, ...], str] = {}
        for word, *name in scene.log.lines():
            if word == "asked":
                self.found.model_calls += 1
                if lost := AGAIN.get(got.get(tuple(name), "")):
                    setattr(self.found, lost, getattr(self.found, lost) + 1)
            if word in AGAIN:
                got[tuple(name)] = word
        ended = set(got.values()) <= {"handed", "kept"}  # it may die before it can log "kept"
        if len(got) != MODEL_CALLS or not ended:
            self.found.problems.append(f"victim {self.found.victims}: its model calls were {got}")


def child(work: Callable[[], dict[str, Any]], result: Path) -> int:
    """A child that begins to live; its number."""
    pid = os.fork()
    if pid == 0:
        try:
            found = work()
            answers = {name: outcome.answer for name, outcome in found["outcomes"].items()}
            said: dict[str, Any] = {"stop_reason": found["stop_reason"], "answers": answers}
        except BaseException as error:
            said = {"error": f"{type(error).__name__}: {error}"}
        with suppress(OSError):
            result.write_text(json.dumps(said))
        os._exit(0)
    return pid


def born(work: Callable[[], dict[str, Any]], result: Path, killed_after: float | None = None) -> bool:
    """Let a child live; returns whether it was killed."""
    pid = child(work, result)
    end = time.monotonic() + (LONGEST_LIFE if killed_after is None else killed_after)
    while time.monotonic() < end:
        done, status = os.waitpid(pid, os.WNOHANG)
        if done:
            return os.WIFSIGNALED(status)
        time.sleep(0.0005)
    os.kill(pid, signal.SIGKILL)
    _, status = os.waitpid(pid, 0)
    return os.WIFSIGNALED(status)


def findings(address: str, *, kills: int, stride: int, aimed: int = 0, approve: bool = False) -> Findings:
    """Kill victims: at every so-manieth boundary (0: at none), then at random moments until `kills` have died so.

    And `aimed` of them right after the end of a call.
    """
    with tempfile.TemporaryDirectory() as folder:
        os.environ["SMURFS_HOME"] = folder
        nursery = Nursery(address, Path(folder), approve=approve)
        took, checkpoints = nursery.undisturbed()
        if stride:
            for number in range(1, checkpoints + 1, stride):
                nursery.boundary(number, after=True)
                nursery.boundary(number, after=False)
        left = kills
        while left > 0:
            left -= nursery.at_random(took)
        for _ in range(aimed):
            nursery.aimed()
        return nursery.found


def main() -> None:
    """Print what was found, as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--address", required=True, help="file or postgresql://...; {} stands for the victim's number")
    parser.add_argument("--random", type=int, default=200, help="kills at random moments")
    parser.add_argument("--stride", type=int, default=1, help="every so-manieth boundary; 0: none")
    parser.add_argument("--aimed", type=int, default=0, help="kills right after the end of a call")
    parser.add_argument("--approve", action="store_true", help="every tool call waits for a person")
    given = parser.parse_args()
    counts = {"kills": given.random, "stride": given.stride, "aimed": given.aimed}
    print(json.dumps(asdict(findings(given.address, **counts, approve=given.approve))))


if __name__ == "__main__":
    main()
