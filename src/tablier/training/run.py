"""A training run in a folder, which can be resumed.

| file | holds |
|---|---|
| `plan.json` | the settings |
| `blocks/0002-0013.npz` | the samples of block 13 of round 2 |
| `nets/0002.npz` | the net fitted in round 2 |
| `gates/0002.jsonl` | the games of its match |
| `log.jsonl` | a line for each round: losses and the match |
| `times.jsonl` | the times of each round |
"""

from __future__ import annotations

import time
from concurrent.futures import Executor
from pathlib import Path
from typing import Annotated, Protocol

import msgspec

import tablier
from tablier.arena import Played
from tablier.engine.net import Net, NetShape
from tablier.engine.net_file import read_net, write_net
from tablier.errors import GameError, TrainingError
from tablier.files import write_whole
from tablier.training import gate
from tablier.training.gate import Gate
from tablier.training.plan import Plan
from tablier.training.samples import Samples, join, read_samples, write_samples
from tablier.training.selfplay import Block, play_block
from tablier.work import results

Slowdown = Annotated[float, msgspec.Meta(gt=0)]
"""The processor time of a simulation of a candidate, as a multiple of the incumbent's."""


class Round(msgspec.Struct, frozen=True):
    """One line of the log.

    Losses are cross entropies on positions held out: of the net, the fitted evaluation, the search. ``best`` is the
    round of the net that plays from now on, 0 for none.
    """

    round: int
    positions: int
    loss: float
    fitted_loss: float
    search_loss: float
    gate: Gate
    best: int


class Times(msgspec.Struct, frozen=True):
    """The times of one round in seconds: of processors for self-play, of the clock for the rest.

    They are those of the last process that worked on the round.
    """

    round: int
    selfplay: float
    fit: float
    gate: float


class Progress(Protocol):
    """Is told what a run does."""

    def begin(self, label: str, total: int) -> None:
        """A step with ``total`` parts begins."""

    def advance(self, done: int, note: str = "") -> None:
        """So many parts of the step are done."""

    def end(self, line: Round) -> None:
        """A round is over."""


class _Silent:
    def begin(self, label: str, total: int) -> None:
        pass

    def advance(self, done: int, note: str = "") -> None:
        pass

    def end(self, line: Round) -> None:
        pass


class Training:
    """A training run."""

    def __init__(self, folder: Path, plan: Plan, *, resume: bool = False) -> None:
        """Open a run; a new one makes the folder.

        Raises:
            UnknownGame: there is no such game.
            InvalidOption: the plan does not fit the game.
            TrainingError: the folder holds files and ``resume`` is false, or none and ``resume`` is true; or it holds a
                run with another plan, or is damaged.
        """
        self.folder, self.plan = folder, plan.checked()
        rules = tablier.game(plan.game).rules
        self._rules, self._shape = rules, rules.kernels.net_shape or NetShape(0, 0, 0)
        if folder.exists() and any(folder.iterdir()):
            if not resume:
                raise TrainingError(f"{folder} exists; give another folder, or resume its run with --resume")
            self._require_same_plan()
        elif resume:
            raise TrainingError(f"{folder} holds no run to resume; check its name, or begin one without --resume")
        else:
            for part in ("blocks", "nets", "gates"):
                (folder / part).mkdir(parents=True, exist_ok=True)
            (folder / "plan.json").write_bytes(msgspec.json.format(msgspec.json.encode(plan)))
        self.rounds = self._read_log()

    @property
    def best(self) -> Path | None:
        """The file of the net that won last; none at first."""
        return self._net_file(self.rounds[-1].best) if self.rounds and self.rounds[-1].best else None

    def run(self, executor: Executor, progress: Progress | None = None) -> Path | None:
        """Do the rounds that are missing; returns the file of the best net.

        Raises:
            MissingPackage: JAX or Optax is not installed.
            TrainingError: a file of the run is damaged, or a net is missing; the message says what to do.
        """
        progress = progress or _Silent()
        for number in range(len(self.rounds) + 1, self.plan.rounds + 1):
            line, times = self._round(number, executor, progress)
            self._append("times.jsonl", times)
            self._append("log.jsonl", line)
            self.rounds.append(line)
            progress.end(line)
        return self.best

    def _round(self, number: int, executor: Executor, progress: Progress) -> tuple[Round, Times]:
        from tablier.training.fit import fit  # imports JAX

        candidate = self._net_file(number)
        if candidate.exists():  # the match was interrupted
            self._read_net(candidate, "delete it, and the net is fitted again")
        seconds = self._selfplay(number, executor, progress)
        samples = self._samples(number)
        begun = time.perf_counter()
        progress.begin(f"round {number}: fit to {len(samples.seats)} positions", 1)
        fitted = fit(samples, self.plan, self._shape, self.plan.seed + number, self._incumbent(number))
        if not candidate.exists():
            write_net(candidate, self.plan.game, fitted.net)
        fit_seconds, begun = time.perf_counter() - begun, time.perf_counter()
        result = self._gate(number, candidate, executor, progress)
        line = Round(
            round=number,
            positions=len(samples.seats),
            loss=fitted.loss,
            fitted_loss=fitted.fitted_loss,
            search_loss=fitted.search_loss,
            gate=result,
            best=number if result.passed else self.rounds[-1].best if self.rounds else 0,
        )
        return line, Times(number, seconds, fit_seconds, time.perf_counter() - begun)

    def _selfplay(self, number: int, executor: Executor, progress: Progress) -> float:
        """Play the blocks that the fit needs and that are missing; returns the processor time that they took.

        A block of an earlier round, which was deleted, is played with the net of that round, so it is the same again.
        """
        missing = [block for block in self._window(number) if not self._block_file(*block).exists()]
        rounds = [played_in for played_in, _ in missing]
        nets = {played_in: self._incumbent(played_in) for played_in in set(rounds)}
        total = self._blocks + len(rounds) - rounds.count(number)
        progress.begin(f"round {number}: self-play", total)
        seconds, done = 0.0, total - len(missing)
        progress.advance(done)
        blocks = (Block(self.plan, played_in, i, nets[played_in]) for played_in, i in missing)
        for block, found in results(executor, play_block, blocks):
            write_samples(self._block_file(block.round, block.number), found.samples)
            seconds, done = seconds + found.seconds, done + 1
            progress.advance(done)
        return seconds

    @property
    def _blocks(self) -> int:
        """The number of blocks in a round."""
        return -(-self.plan.games // self.plan.block)

    def _window(self, number: int) -> list[tuple[int, int]]:
        """The blocks that a round fits: the round and the number of each."""
        first = max(1, number - self.plan.window + 1)
        return [(played_in, block) for played_in in range(first, number + 1) for block in range(self._blocks)]

    def _samples(self, number: int) -> Samples:
        files = [self._block_file(*block) for block in self._window(number)]
        return join([read_samples(file, self._shape, max(self.plan.seats)) for file in files])

    def _gate(self, number: int, candidate: Path, executor: Executor, progress: Progress) -> Gate:
        ratio = self._slowdown(number, candidate)
        progress.begin(f"round {number}: match", self.plan.gate)

        def tell(played: list[Played]) -> None:
            progress.advance(len(played), gate.score(played))

        file = self._match_file(number)
        return gate.play(self.plan, number, candidate, self.best, ratio, file=file, executor=executor, progress=tell)

    def _slowdown(self, number: int, candidate: Path) -> float:
        """The slowdown of a candidate, measured once, so that an interrupted match goes on with equal budgets."""
        file = self.folder / "gates" / f"{number:04}-slowdown.json"
        if not file.exists():
            write_whole(file, msgspec.json.encode(gate.slowdown(self.plan, candidate, self.best)))
        try:
            return msgspec.json.decode(file.read_bytes(), type=Slowdown)
        except msgspec.DecodeError as error:
            remedy = f"delete it and {self._match_file(number).name}, and the match is played again"
            raise TrainingError(f"{file} is damaged: {error}; {remedy}") from error

    def _append(self, name: str, line: Round | Times) -> None:
        with (self.folder / name).open("ab") as file:
            file.write(msgspec.json.encode(line) + b"\n")

    def _incumbent(self, number: int) -> Net | None:
        """The net that plays in a round, the best of the rounds before it."""
        best = self.rounds[number - 2].best if number > 1 else 0
        return self._read_net(self._net_file(best), "restore it, or begin a new run") if best else None

    def _read_net(self, file: Path, remedy: str) -> Net:
        try:
            return read_net(file, self._rules)
        except GameError as error:  # its message proposes to train another net
            wrong = "is damaged or of another game" if file.exists() else "is missing"
            raise TrainingError(f"{file} {wrong}; {remedy}") from error

    def _net_file(self, number: int) -> Path:
        return self.folder / "nets" / f"{number:04}.npz"

    def _match_file(self, number: int) -> Path:
        return self.folder / "gates" / f"{number:04}.jsonl"

    def _block_file(self, number: int, block: int) -> Path:
        return self.folder / "blocks" / f"{number:04}-{block:04}.npz"

    def _require_same_plan(self) -> None:
        file = self.folder / "plan.json"
        try:
            before = msgspec.json.decode(file.read_bytes(), type=Plan)
        except (OSError, msgspec.DecodeError) as error:
            raise TrainingError(f"{file} is not the plan of a training run: {error}; give another folder") from error
        old, new = (msgspec.structs.asdict(plan) for plan in (before, self.plan))
        changed = [f"{name} was {old[name]!r}, is {new[name]!r}" for name in new if old[name] != new[name]]
        if changed := [text for text in changed if not text.startswith("rounds was")]:
            raise TrainingError(f"{self.folder} holds another run ({'; '.join(changed)}); give another folder")

    def _read_log(self) -> list[Round]:
        file = self.folder / "log.jsonl"
        lines = file.read_bytes().split(b"\n") if file.exists() else [b""]
        if lines[-1]:  # an incomplete line: that round is finished again
            file.write_bytes(b"\n".join([*lines[:-1], b""]))
        try:
            return [msgspec.json.decode(line, type=Round) for line in lines[:-1]]
        except msgspec.DecodeError as error:
            raise TrainingError(f"{file} is damaged: {error}; restore it, or begin a new run") from error
