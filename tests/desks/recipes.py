"""A desk about recipes: the worked example of "Add a desk", and the stranger that the tests let into the house."""

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass
from string import Template
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, Field

from src.desks.desk import ArtifactKind, Budget, Column, Desk, DeskWords, Engine, Route
from src.desks.manager import Decision, Deliberation, ModelManager
from src.desks.plug import Plug
from src.dossier.clarification import Clarification
from src.dossier.journal import Request
from src.dossier.models import Artifact, Dossier, SourceBase
from src.dossier.patch import DossierPatch
from src.errors import ForUser
from src.llm.protocol import Llm, ToolCall
from src.presenter import SourceKind, Telling
from src.settings import DeskSettings
from src.tools.base import SELECTION_SHOWN, Arguments, Found, Report, Tool, ToolResult, ask

if TYPE_CHECKING:
    from src.desks.plug import Commands


class Recipe(SourceBase):
    """One recipe of the cookbook."""

    kind: Literal["recipe"] = "recipe"
    serves: int = 4


COOKBOOK = (
    Recipe(
        id="soup/pea", title="Pea soup", content="Soak the peas for a night. Add leek and celeriac."
    ),
    Recipe(
        id="soup/tomato", title="Tomato soup", content="Roast two kilos of tomatoes. Add basil."
    ),
)


class ShoppingList(BaseModel):
    items: tuple[str, ...]


class Menu(BaseModel):
    day: str
    dish: str


class PeanutRisk(ForUser):
    """Somebody may not eat what was asked for; details: ``eater``."""

    code = "peanut_risk"
    nl = "Met pinda's kook ik niet voor {eater}: noem een ander gerecht."
    en = "I do not cook with peanuts for {eater}: name another dish."
    when = "A message asks for peanuts."
    remedy = "Ask for something else."


class NoPeanuts:
    """Refuses peanuts before anything is stored."""

    name = "peanuts"

    async def read(self, dossier: Dossier, request: Request) -> DossierPatch:
        if "peanut" in request.message.lower():
            raise PeanutRisk(eater="you")
        return DossierPatch()


class Query(Arguments):
    query: str = Field(description="A dish or an ingredient.")


class FindRecipes(Tool[Query]):
    """Look recipes up by dish or ingredient."""

    args = Query

    async def execute(self, dossier: Dossier, args: Query) -> ToolResult:
        found = tuple(
            one
            for one in COOKBOOK
            if any(word in args.query.lower() for word in one.title.lower().split())
        )
        new = tuple(one for one in found if dossier.source(one.id) is None)
        patch = DossierPatch(add_sources=new, select_ids=tuple(one.id for one in new))
        told = "\n".join(f"{one.title}: {one.content}" for one in found)
        return ToolResult(Found("recipe", found, new), patch, output=told)


@dataclass(frozen=True)
class Listed(Report):
    """A shopping list was made."""

    items: tuple[str, ...]


class MakeShoppingList(Tool[Arguments]):
    """Write down what to buy for the selected recipes."""

    args = Arguments
    conditions = (SELECTION_SHOWN,)

    async def execute(self, dossier: Dossier, args: Arguments) -> ToolResult:
        items = tuple(one.title.split()[0].lower() for one in dossier.selected)
        made = Artifact(
            id="list",
            kind="shopping_list",
            title="Shopping",
            data={"items": list(items)},
            based_on=dossier.selected_ids,
        )
        return ToolResult(Listed(items), DossierPatch(put_artifacts=(made,)))


class Day(Arguments):
    day: str = ""


class PlanMenu(Tool[Day]):
    """Plan what is eaten on a day; asks for the day where none is given."""

    args = Day

    async def execute(self, dossier: Dossier, args: Day) -> ToolResult:
        if not args.day:
            choices = ("Eat on Friday", "Eat on Saturday")
            return ask(
                dossier,
                Clarification(
                    reason="no_day", type="choice", question="Which day?", choices=choices
                ),
            )
        dish = dossier.selected[0].title if dossier.selected else "?"
        menu = Artifact(id="menu", kind="menu", title="Menu", data={"day": args.day, "dish": dish})
        return ToolResult(Report(), DossierPatch(put_artifacts=(menu,)))


class Cook:
    """Looks recipes up by itself, and lets the model decide and speak in the round after that."""

    def __init__(self, llm: Llm) -> None:
        self.llm = llm
        self._model = ModelManager(llm)

    async def decide(self, so_far: Deliberation) -> Decision:
        asked = so_far.conversation[-1].content
        if so_far.rounds or "soup" not in asked.lower():
            return await self._model.decide(so_far)
        return Decision(calls=(ToolCall("cook-1", "find_recipes", json.dumps({"query": asked})),))


class PantrySettings(DeskSettings):
    tess_recipes_pantry: str = Field(
        "salt", description="What is always in the house, with commas between."
    )


class Pantry(BaseModel):
    items: list[str]


def tell_list(reports: Sequence[Listed], telling: Telling) -> list[str]:
    """Return what is to be bought."""
    heading = "Te kopen" if telling.language == "nl" else "To buy"
    return [f"**{heading}**: {', '.join(report.items)}" for report in reports]


WORDS = DeskWords(
    about={"nl": "Ik help een kok.", "en": "I help a cook."},
    opening={"nl": "Wat eten we?", "en": "What shall we eat?"},
    examples={"nl": ("Zoek een soup",), "en": ("Find a soup",)},
    progress={"find_recipes": {"nl": "bladert in het boek", "en": "leafing through the book"}},
    belongs=("recipe", "recept"),
)

ARTIFACTS = (
    ArtifactKind("shopping_list", ShoppingList, {"nl": "Boodschappen", "en": "Shopping"}),
    ArtifactKind(
        "menu",
        Menu,
        {"nl": "Menu", "en": "Menu"},
        "table",
        (
            Column("day", {"nl": "Dag", "en": "Day"}),
            Column("dish", {"nl": "Gerecht", "en": "Dish"}),
        ),
    ),
)


def make(engine: Engine) -> Desk:
    """Return the desk about recipes."""
    settings = engine.settings
    assert isinstance(settings, PantrySettings)

    async def pantry() -> Pantry:
        """Return what is always in the house."""
        return Pantry(items=settings.tess_recipes_pantry.split(","))

    return Desk(
        name="recipes",
        template=Template("You help a cook. Selected: $selected"),
        tools=(FindRecipes(), MakeShoppingList(), PlanMenu()),
        budget=Budget(rounds=2, calls=4, seconds=20),
        words=WORDS,
        manager=Cook(engine.models(None).main),
        title={"nl": "Recepten", "en": "Recipes"},
        sources=(SourceKind(Recipe, {"nl": "Recepten", "en": "Recipes"}),),
        artifacts=ARTIFACTS,
        intake=(NoPeanuts(),),
        tell={Listed: tell_list},
        routes=(Route("GET", "pantry", pantry),),
    )


def add_pantry(commands: "Commands") -> None:
    """Add the command that says what is in the house."""
    commands.add_parser("pantry", help="say what is in the house").set_defaults(run=tell_pantry)


def tell_pantry(options: argparse.Namespace, _: list[str]) -> int:
    """Print what is in the house."""
    print(options.read_settings().of(PantrySettings).tess_recipes_pantry)
    return 0


PLUG = Plug(
    "recipes",
    make,
    add_commands=add_pantry,
    settings=lambda: PantrySettings,
    kinds="tests.desks.recipes",
    vocabulary=("recipe", "recipes", "recept", "soup", "cookbook", "pantry"),
)
