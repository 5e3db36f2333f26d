"""Defences of what is written to other systems."""

from tests.mutants.mutant import Mutant

PLAN = "src/dossier/plan.py"
CARRYING_OUT = "src/effects/carrying_out.py"

EFFECT = "tests/desks/test_effects.py::test_{}[files]"
KILLS = "tests/desks/test_effects_kills.py::test_a_server_that_dies_at_any_step_writes_once[files]"

MUTANTS = (
    Mutant(
        "a plan need not have been shown",
        PLAN,
        "return None if digest in dossier.shown_plans else PlanNotShown()",
        "return None",
        (EFFECT.format("a_plan_that_nobody_was_shown_is_shown_first"),),
    ),
    Mutant(
        "what a plan stands on may change",
        PLAN,
        "    if changed := outdated(dossier, standing.plan):\n",
        "    if changed := list[str]():\n",
        (EFFECT.format("what_a_plan_stands_on_may_not_change"),),
    ),
    Mutant(
        "a plan may be changed under its digest",
        PLAN,
        "return StandingPlan(artifact, plan) if plan.digest == digest else None",
        "return StandingPlan(artifact, plan)",
        (EFFECT.format("a_plan_that_was_changed_by_hand_is_none"),),
    ),
    Mutant(
        "what was begun is tried again without a look",
        CARRYING_OUT,
        'if status.state != "waiting":\n            status = await',
        "if False:\n            status = await",
        (KILLS,),
    ),
    Mutant(
        "a step is taken that another has begun",
        CARRYING_OUT,
        "if not await self._put(begun):",
        "await self._put(begun)\n        if False:",
        (EFFECT.format("a_step_that_was_begun_elsewhere_is_not_taken"),),
    ),
    Mutant(
        "an operation goes on for ever",
        CARRYING_OUT,
        "await asyncio.wait({task}, timeout=seconds)",
        "await asyncio.wait({task})",
        (EFFECT.format("an_operation_has_a_limit_of_its_own_and_a_turn_has_none"),),
    ),
    Mutant(
        "operations are begun though the server ends",
        CARRYING_OUT,
        "if self.written.is_stopped or is_ending():",
        "if self.written.is_stopped:",
        (EFFECT.format("an_end_of_the_server_leaves_the_rest_for_the_next_start"),),
    ),
    Mutant(
        "everybody has the lease",
        "src/dossier/json_dossier.py",
        "held.enter_context(locked(path, 0))",
        "path.touch()",
        (EFFECT.format("what_is_carried_out_elsewhere_is_left_alone"),),
    ),
    Mutant(
        "a confirmation can be stopped halfway",
        "src/agent.py",
        '        await progress(ProgressEvent("storing"))\n\n        async def tell',
        "        async def tell",
        (EFFECT.format("who_leaves_or_cancels_stops_nothing_that_was_confirmed"),),
    ),
    Mutant(
        "undo takes back what tells of the world",
        "src/dossier/history.py",
        "return without_written(unasked(dossier))",
        "return unasked(dossier)",
        (EFFECT.format("undo_says_that_the_world_stays_and_offers_the_inverse"),),
    ),
    Mutant(
        "a plan hides what can't be seen",
        "src/presenter/plans.py",
        'sign if sign == "\\n" or sign.isprintable() else json.dumps(sign)[1:-1] for sign in text',
        "sign for sign in text",
        ("tests/presenter/test_plans.py::test_what_can_not_be_seen_is_written_so_that_it_can",),
    ),
)
