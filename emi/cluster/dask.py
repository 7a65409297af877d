"""Tasks go to the workers of a Dask scheduler; one writer, this process, keeps what they prove."""

from __future__ import annotations

import time
import uuid
from concurrent.futures import CancelledError
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from emi.cluster.task import Batch, Collected, Read, task
from emi.errors import OptionError
from emi.parallel import LEAST
from emi.solving import Solution, solve
from search.model.limits import Limits

if TYPE_CHECKING:
    from emi.games.game import Game
    from emi.parallel import Watch
    from search.model.objective import Objective
    from search.model.record import Store

#: Seconds to wait for the scheduler; seconds between two looks whether to go on.
PATIENCE, PAUSE = 15, 1.0
#: No more tasks than this are handed out at once: each waits in a thread of this process.
MOST = 512


class Cluster:
    """The workers of a Dask scheduler.

    A worker that dies loses its task alone, which another one begins again.

    Parameters
    ----------
    address : str
        Of the scheduler, ``tcp://HOST:PORT``, or the path of its ``scheduler.json``.

    Raises
    ------
    OptionError
        If dask.distributed is not installed, or no scheduler answers.
    """

    def __init__(self, address: str) -> None:
        try:
            import distributed
        except ImportError:
            raise OptionError(
                f"--cluster {address}: expected dask.distributed, pip install 'evil-motus[cluster]'"
            ) from None
        how: dict[str, Any] = {"address": address}
        if "://" not in address:
            if not Path(address).is_file():
                raise OptionError(
                    f"--cluster {address}: expected tcp://HOST:PORT or the scheduler.json that "
                    "`dask scheduler --scheduler-file` writes"
                )
            how = {"scheduler_file": address}
        try:
            self.client = distributed.Client(**how, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError) as error:
            raise OptionError(f"--cluster {address}: no scheduler answers, {error}") from None
        self._distributed = distributed
        self.name = f"emi-{uuid.uuid4().hex}"

    def width(self, _jobs: int) -> int:
        """Return how many tasks are handed out at once: workers may still come."""
        return MOST

    def close(self) -> None:
        """Leave the cluster; the scheduler and its workers go on."""
        self.client.close()

    def solve(
        self,
        game: Game,
        objective: Objective,
        *,
        first: str | None,
        limits: Limits | None,
        store: Store | None,
        watch: Watch,
    ) -> Solution:
        """Solve a game on a worker; what is known already is looked up here."""
        seen = Read(store)
        at_once = Limits(seconds=LEAST)
        known = solve(game, objective, first=first, limits=at_once, store=seen)
        known = replace(known, store=store)
        if (known.proven and (known.stored or known.outline)) or not watch("waits for a worker"):
            return known
        future = self.client.submit(
            _on_a_worker, game, objective, first, limits, seen.known, self.name,
            key=f"{self.name}-{game.name}-{uuid.uuid4().hex[:8]}", pure=False,
        )  # fmt: skip
        told = False
        while not future.done():
            time.sleep(PAUSE / 10)
            if not watch("on the cluster") and not told:
                told = True
                self.client.set_metadata([self.name], True)
                if future.key not in self._running():
                    future.cancel()
                    return known
        found: Solution
        try:
            found, batches = future.result()
        except (self._distributed.KilledWorker, CancelledError, OSError) as error:
            why = str(error) or type(error).__name__
            raise OptionError(
                f"--cluster: {game.name} was not solved, {why}: what came back before is kept"
            ) from None
        if store is not None:
            Collected(batches=[Batch(*one) for one in batches]).hand_over(store)
        return replace(found, store=store)

    def _running(self) -> set[str]:
        """Return the keys of the tasks that a worker is at."""
        return {str(key) for keys in self.client.processing().values() for key in keys}


def _on_a_worker(
    game: Game,
    objective: Objective,
    first: str | None,
    limits: Limits | None,
    known: dict[str, list[bytes]],
    name: str,
) -> tuple[Solution, list[Batch]]:
    """Do a task, and look now and then whether it was stopped."""
    from distributed import get_client

    looked = time.monotonic()
    going = True

    def watch(_: object) -> bool:
        nonlocal looked, going
        if going and time.monotonic() - looked > PAUSE:
            going = not get_client().get_metadata([name], default=False)
            looked = time.monotonic()
        return going

    return task(game, objective, first, limits, known, watch)
