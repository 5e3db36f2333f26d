"""Defences of tenants against each other."""

from tests.mutants.mutant import Mutant

OWNED = "src/identity/owned_store.py"
OWNED_TEST = "tests/identity/test_owned_store.py::test_{}"

MUTANTS = (
    Mutant(
        "tokens live on",
        "src/identity/tokens.py",
        "record.expires + LEEWAY <=",
        "said.expires + LEEWAY <=",
        (
            "tests/identity/test_authentication.py::test_a_token_signed_anew_lives_no_longer_than_the_list_says",
        ),
    ),
    Mutant(
        "limits of ever more tenants",
        "src/identity/quotas.py",
        "lru_cache(MOST_TENANTS)",
        "lru_cache(None)",
        ("tests/identity/test_quotas.py::test_no_number_of_tenants_makes_the_table_grow",),
    ),
    Mutant(
        "breakers of ever more tenants",
        "src/identity/quotas.py",
        "lru_cache(MOST_TENANTS)",
        "lru_cache(None)",
        ("tests/llm/test_breaker.py::test_no_number_of_tenants_makes_the_table_grow",),
    ),
    Mutant(
        "dossiers of any tenant",
        OWNED,
        "dossier if dossier and caller.finds(dossier.tenant, dossier.desk) else None",
        "dossier",
        (OWNED_TEST.format("what_is_anothers_is_not_there"),),
    ),
    Mutant(
        "lists of any tenant",
        OWNED,
        'wanted.model_copy(update={"tenant": caller.tenant, "desks": caller.desks})',
        "wanted",
        (OWNED_TEST.format("what_is_anothers_is_not_there"),),
    ),
    Mutant(
        "any tenant's dossiers are erased",
        OWNED,
        "caller.finds(dossier.tenant, dossier.desk) and over(",
        "over(",
        (OWNED_TEST.format("only_ones_own_dossiers_are_erased"),),
    ),
    Mutant(
        "turns of any tenant are stopped",
        "src/api/turns.py",
        "if named == message_id and caller.finds(tenant, turn.desk)",
        "if named == message_id",
        (
            "tests/api/test_cancelling.py::test_a_turn_of_another_tenant_is_as_unknown_as_one_that_is_not_there",
        ),
    ),
)
