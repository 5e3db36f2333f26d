"""A shop outside that counts what it is sent, and the tool by which the stranger orders there."""

import json
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from pydantic import Field, JsonValue

from src.desks.desk import Desk, Engine
from src.desks.plug import Plug
from src.dossier.models import Dossier
from src.dossier.plan import Operation, based_on
from src.errors import NotCarriedOut
from src.identity.caller import current
from src.llm.protocol import Models
from src.services.addresses import AddressGuard
from src.services.client import Patience, ServiceClient
from src.tools.base import Arguments
from src.tools.outside import OutsideTool, Proposal, Result
from standins.base import Standin, StandinReply, StandinRequest, World
from standins.server import standing_in
from tests.desks import recipes
from tests.fakes import ScriptedRounds


class Order(Arguments):
    items: list[str] = Field(description="What to order.")


class OrderGroceries(OutsideTool[Order]):
    """Order groceries at the shop, once the user has confirmed the plan."""

    args = Order
    seconds = 5

    def __init__(self, shop: str) -> None:
        self._shop = shop
        self.asked_for: list[str] = []
        """Tenants in whose name it ordered."""
        # What is not carried out is looked up by the engine: nothing is repeated here.
        self.client = ServiceClient(AddressGuard([], [shop]), Patience(60, ()))

    async def plan(self, dossier: Dossier, args: Order) -> Proposal:
        bases = based_on(dossier, *dossier.selected_ids)
        orders = [
            Operation(id=str(n), title=f"Order {item}", system="shop", body={"item": item})
            for n, item in enumerate(args.items, start=1)
        ]
        return Proposal("Groceries", [one.model_copy(update={"based_on": bases}) for one in orders])

    async def carry_out(self, operation: Operation, key: str) -> Result:
        self.asked_for.append(current().tenant)
        order = {**operation.body, "key": key}
        reply = await self.client.send("POST", f"{self._shop}/orders", json=order)
        if reply.status == 409:
            raise NotCarriedOut(problem=reply.json()["why"])
        return {"order": reply.json()["order"]}

    async def look_up(self, operation: Operation, key: str) -> Sequence[Result]:
        reply = await self.client.send("GET", f"{self._shop}/orders?key={key}")
        return [{"order": one} for one in reply.json()["orders"]]

    def inverse(self, operation: Operation, result: Result) -> Operation | None:
        if "cancels" in operation.body:
            return None
        back = {"item": operation.body["item"], "cancels": result["order"]}
        return Operation(id=operation.id, title=f"Cancel {back['item']}", system="shop", body=back)


class ShopWorld(World):
    """A shop, and what it has no more."""

    sold_out: tuple[str, ...] = ()


class Shop(Standin):
    """A shop that is open; it takes the same order as often as it is sent."""

    name = "shop"
    title = "A shop that takes orders"
    world_model = ShopWorld

    def __init__(self, world: ShopWorld) -> None:
        super().__init__(world)
        self.url = ""
        self.orders: list[dict[str, object]] = []
        self.refuses = set(world.sold_out)
        """Items that it does not have."""
        self.loses: set[str] = set()
        """Items of which it takes the order, and answers with an error."""
        self.holds: set[str] = set()
        """Items whose orders somebody on the way keeps back, while who ordered hears nothing more."""
        self.held: list[dict[str, object]] = []
        self.looks = 0
        """How often it was asked for orders."""
        self.down = False
        """Whether it answers nothing but errors, and takes nothing."""
        self.asked = threading.Event()
        """Set once somebody orders."""
        self.opens: threading.Event | None = None
        """It takes no order before this is set; None: at once."""

    @property
    def items(self) -> list[object]:
        return [one["item"] for one in self.orders]

    @property
    def twice(self) -> list[object]:
        """Keys that were sent more than once."""
        return [
            key for key, count in Counter(one["key"] for one in self.orders).items() if count > 1
        ]

    def deliver(self) -> None:
        """Let what was kept back arrive."""
        self.orders += self.held
        self.holds, self.held = set(), []

    def answer(self, asked: StandinRequest) -> StandinReply:
        if self.down:
            return StandinReply(status=503)
        if asked.method == "GET":
            self.looks += 1
            (wanted,) = asked.query["key"]
            found: list[JsonValue] = [
                n for n, one in enumerate(self.orders) if one["key"] == wanted
            ]
            return StandinReply(body={"orders": found})
        if not asked.body.endswith(b"}"):  # of a client that was killed as it wrote
            return StandinReply(status=400)
        order = json.loads(asked.body)
        self.asked.set()
        if self.opens:
            self.opens.wait(30)
        if order["item"] in self.holds:
            self.held.append(order)
            return StandinReply(fault="reset")
        if order["item"] in self.refuses:
            return StandinReply(status=409, body={"why": "sold out"})
        self.orders.append(order)
        lost = order["item"] in self.loses
        return (
            StandinReply(status=500) if lost else StandinReply(body={"order": len(self.orders) - 1})
        )


@contextmanager
def opened(world: ShopWorld | None = None) -> Iterator[Shop]:
    """Open a shop on a free port."""
    shop = Shop(world or ShopWorld())
    with standing_in(shop) as server:
        shop.url = server.url
        yield shop


def with_shop(shop: str, llm: ScriptedRounds) -> Plug:
    """Return the desk about recipes with this model, and with a shop."""

    def make(engine: Engine) -> Desk:
        kitchen = recipes.make(replace(engine, models=lambda _: Models(llm, llm, llm)))
        ordering = OrderGroceries(shop)
        return replace(kitchen, tools=(*kitchen.tools, ordering), close=ordering.client.close)

    return replace(recipes.PLUG, make=make)
