"""A desk about recipes: the worked example of "Add a desk", and the stranger that the tests let into the house."""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from string import Template
from typing import Literal

from pydantic import BaseModel, Field

from src.desks.desk import Budget, Desk, DeskWords, Engine, Route
from src.desks.kinds import ArtifactKind, Column
from src.desks.plug import Plug
from src.dossier.clarification import KIND, Clarification
from src.dossier.journal import Request
from src.dossier.models import Artifact, Dossier, SourceBase
from src.dossier.patch import DossierPatch
from src.errors import ForModel, ForUser
from src.llm.builtin.asking import PickedCall
from src.llm.builtin.picker import BuiltinRules
from src.llm.builtin.table import ActRequest, DeskTable
from src.presenter import SourceKind, Telling
from src.settings import DeskSettings
from src.tools.base import Arguments, Condition, Report, Tool, ToolResult, ask, found
from src.tools.pictures import LookAtPictures


class Recipe(SourceBase):
    kind: Literal["recipe"] = "recipe"


class Menu(BaseModel):
    courses: list[dict[str, str]]


class Groceries(BaseModel):
    items: list[str]


class RecipesSettings(DeskSettings):
    tess_recipes_pantry: str = Field("salt", description="What is always in the house.")


class PeanutRisk(ForUser):
    code = "peanut_risk"
    nl = "Met pinda's kook ik niet: noem een ander gerecht."
    en = "I do not cook with peanuts: name another dish."


class AllergiesUnknown(ForModel):
    code = "allergies_unknown"
    nl = "Ik weet nog niet waar de gasten niet tegen kunnen."
    en = "I do not know yet what the guests are allergic to."


class NoPeanuts:
    name = "peanuts"

    async def read(self, dossier: Dossier, request: Request) -> DossierPatch:
        if "peanut" in request.message.lower():
            raise PeanutRisk
        return DossierPatch()


COOKBOOK = (
    Recipe(id="soup/pea", title="Pea soup", content="Soak the peas for a night."),
    Recipe(id="soup/tomato", title="Tomato soup", content="Roast two kilos of tomatoes."),
)
QUESTION = {"nl": "Waar kan een gast niet tegen?", "en": "What is a guest allergic to?"}


def told_allergies(dossier: Dossier) -> bool:
    asked = (artifact.data for artifact in dossier.artifacts if artifact.kind == KIND)
    return any(data["reason"] == "allergies" and not data["pending"] for data in asked)


ALLERGIES_ASKED = Condition(
    "allergies_asked",
    lambda dossier: None if told_allergies(dossier) else AllergiesUnknown(),
)


class Query(Arguments):
    query: str = Field(description="A dish or an ingredient.")


class FindRecipes(Tool[Query]):
    """Look recipes up by dish or ingredient."""

    args = Query

    async def execute(self, dossier: Dossier, args: Query) -> ToolResult:
        words = set(args.query.lower().split())
        hits = [one for one in COOKBOOK if words & set(one.title.lower().split())]
        return found(dossier, "recipe", hits, output="\n".join(one.content for one in hits))


class AskAllergies(Tool[Arguments]):
    """Ask what the guests are allergic to, before a menu is planned."""

    args = Arguments

    async def execute(self, dossier: Dossier, args: Arguments) -> ToolResult:
        question = Clarification(
            reason="allergies",
            type="choice",
            question=QUESTION[dossier.language or "nl"],
            choices=("Gluten", "Lactose"),
        )
        return ask(dossier, question)


@dataclass(frozen=True)
class Planned(Report):
    dishes: Sequence[str]


def tell_planned(reports: Sequence[Planned], telling: Telling) -> list[str]:
    heading = {"nl": "Op tafel", "en": "On the table"}[telling.language]
    return [f"**{heading}**: {', '.join(report.dishes)}" for report in reports]


class Guest(Arguments):
    allergy: str


class PlanMenu(Tool[Guest]):
    """Plan a menu of the selected recipes, and what to buy for it."""

    args = Guest
    conditions = (ALLERGIES_ASKED,)

    async def execute(self, dossier: Dossier, args: Guest) -> ToolResult:
        dishes = [one.title for one in dossier.selected]
        menu = Menu(courses=[{"dish": dish, "without": args.allergy} for dish in dishes])
        buy = Groceries(items=[dish.split()[0].lower() for dish in dishes])
        made = (
            Artifact(id="menu", kind="menu", title="Menu", data=menu.model_dump()),
            Artifact(id="list", kind="groceries", data=buy.model_dump(), based_on=("menu",)),
        )
        return ToolResult(Planned(dishes), DossierPatch(put_artifacts=made))


def look_up(request: ActRequest) -> list[PickedCall]:
    """Return what the built-in model calls for a question, or where a message says to look something up."""
    return [PickedCall("find_recipes", {"query": request.words})]


RULES = BuiltinRules(DeskTable(ask=look_up, does={("lookup", ""): look_up}))
WORDS = DeskWords(
    about={"nl": "Ik help een kok.", "en": "I help a cook."},
    opening={"nl": "Wat eten we?", "en": "What shall we eat?"},
    examples={"nl": ("Zoek een soup",), "en": ("Find a soup",)},
    progress={"find_recipes": {"nl": "bladert in het boek", "en": "leafing through the book"}},
    belongs=("recipe", "recept"),
)
COLUMNS = (
    Column("dish", {"nl": "Gerecht", "en": "Dish"}),
    Column("without", {"nl": "Zonder", "en": "Without"}),
)


def make(engine: Engine) -> Desk:
    """Return the desk about recipes."""
    settings: RecipesSettings = engine.settings
    models = engine.models(RULES)

    async def pantry() -> Groceries:
        """Return what is always in the house."""
        return Groceries(items=[settings.tess_recipes_pantry])

    return Desk(
        name="recipes",
        template=Template("You help a cook."),
        tools=(
            FindRecipes(),
            AskAllergies(),
            PlanMenu(),
            LookAtPictures(models.vision, engine.store),
        ),
        budget=Budget(rounds=2, calls=4, seconds=20),
        words=WORDS,
        llm=models.main,
        title={"nl": "De keuken", "en": "The kitchen"},
        sources=(SourceKind(Recipe, {"nl": "Recepten", "en": "Recipes"}),),
        artifacts=(
            ArtifactKind("menu", Menu, {"nl": "Menu", "en": "Menu"}, "table", COLUMNS, "courses"),
            ArtifactKind("groceries", Groceries, {"nl": "Boodschappen", "en": "Groceries"}),
        ),
        intake=(NoPeanuts(),),
        tell={Planned: tell_planned},
        routes=(Route("GET", "pantry", pantry),),
    )


def tell_pantry(options: argparse.Namespace, _: list[str]) -> int:
    """Print what is in the house."""
    print(options.read_settings().of(RecipesSettings).tess_recipes_pantry)
    return 0


PLUG = Plug(
    "recipes",
    make,
    add_commands=lambda commands: commands.add_parser(
        "pantry", help="say what is in the house"
    ).set_defaults(run=tell_pantry),
    settings=lambda: RecipesSettings,
    vocabulary=("recipe", "recipes", "recept", "soup", "cookbook", "pantry"),
)
