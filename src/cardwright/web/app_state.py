"""The state that all requests to an application share."""

from collections import Counter
from collections.abc import Collection
from typing import TYPE_CHECKING

from starlette.requests import HTTPConnection

from cardwright.cardroom.service import Cardroom
from cardwright.cardroom.workbench.background_work import BackgroundWorks
from cardwright.cardroom.workbench.workers import Workbench
from cardwright.web import uploaded_records
from cardwright.web.budget import WorkBudget
from cardwright.web.deadline_lock import DeadlineLock
from cardwright.web.lobby_board import LobbyBoard
from cardwright.web.metrics import Metrics
from cardwright.web.rate_limits import limiters
from cardwright.web.result_cache import MAX_KEPT_MOVE_LIST_PARTS, ResultCache
from cardwright.web.table_frame import Frames
from cardwright.web.table_shares import TableShares

if TYPE_CHECKING:
    from cardwright.web.push.notifier import Notifier


class AppState:
    """The state that all requests share; `create_app` explains its options."""

    def __init__(
        self,
        cardroom: Cardroom,
        *,
        limits: bool,
        host_names: Collection[str] | None,
        metrics_from: Collection[str],
        worker: int,
        push: "Notifier | None",
    ) -> None:
        self.cardroom, self.limits, self.push = cardroom, limits, push
        self.host_names, self.metrics_from = host_names, metrics_from
        self.workbench = Workbench()
        self.record_reader = uploaded_records.reader()
        self.works = BackgroundWorks(worker)
        self.result_cache = ResultCache()
        self.move_lists = ResultCache(MAX_KEPT_MOVE_LIST_PARTS)
        self.sockets: Counter[str] = Counter()  # by address
        self.lobby_board = LobbyBoard(cardroom)
        self.frames = Frames(cardroom)
        self.drawing_later = DeadlineLock()  # taken while a frame is drawn that can wait
        self.table_shares = TableShares()
        self.budget = WorkBudget()
        self.metrics = Metrics(cardroom, self.sockets.total, lambda: cardroom.heartbeats.is_ready, worker)
        self.limiters = limiters() if limits else {}


def state_of(connection: HTTPConnection) -> AppState:
    """Return the state of the application that a request or a socket is for."""
    state: AppState = connection.app.state
    return state
