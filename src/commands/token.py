"""The command that makes, lists and revokes tokens; a running server notices at its next request."""

import argparse
import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import TypeVar

from src.bootstrap import NO_SECRET, open_registry
from src.commands.printing import print_json, show, tell
from src.desks.catalogue import plugs
from src.errors import BadSettings, UnknownDesk
from src.identity import tokens
from src.identity.caller import Caller
from src.identity.registry import TokenRecord, TokenRegistry
from src.spoken import said

DONE, REFUSED = 0, 1

Result = TypeVar("Result")


def create(options: argparse.Namespace, _: list[str]) -> int:
    desks = _desks(options)
    caller = _caller(options.name, options.tenant)
    if caller is None:
        return REFUSED
    secret = options.read_settings().tess_token_secret
    if secret is None:
        raise BadSettings(problem=NO_SECRET)
    confirms = not options.mcp if options.confirms is None else options.confirms
    caller = replace(caller, confirms=confirms, desks=desks)
    token, record = tokens.issue(secret.get_secret_value(), caller, options.expires)
    _in_registry(options, lambda registry: registry.add(record))
    if options.json:
        print_json({"token": token, **record.model_dump(mode="json"), tokens.CONFIRM: confirms})
    else:
        print(token)
        told = "{jti} is valid until {expires:%Y-%m-%d %H:%M} UTC; it is not shown again."
        tell(said(told, jti=record.jti, expires=record.expires))
    return DONE


def _desks(options: argparse.Namespace) -> tuple[str, ...]:
    """Return the desks that a token is to open; raises ``UnknownDesk`` for one that is not there."""
    wanted = tuple(name.strip() for name in (options.desks_opened or "").split(",") if name.strip())
    names = [plug.name for plug in plugs(options.desks)]
    if not set(wanted) <= set(names):
        raise UnknownDesk(desks=", ".join(names))
    return wanted


def _caller(name: str, tenant: str) -> Caller | None:
    """Return who a token is to be made for; None, and say why, where a name can't be one."""
    if not tokens.NAME.fullmatch(name):
        told = "A name has 1 to 64 letters, digits and @ . _ -, begins with a letter or digit; not local, not import."
        tell(said(told))
    elif not tokens.TENANT.fullmatch(tenant):
        tell(said(tokens.TENANT_RULE))
    else:
        return Caller(name, tenant)
    return None


def list_tokens(options: argparse.Namespace, _: list[str]) -> int:
    records = _in_registry(options, lambda registry: registry.every())
    now = datetime.now(UTC)
    if options.json:
        print_json([{**each.model_dump(mode="json"), "state": each.state(now)} for each in records])
        return DONE
    for token_record in records:
        until = said("until {expires:%Y-%m-%d %H:%M}", expires=token_record.expires)
        told = f"{said(token_record.state(now)):7}  {until}"
        opens = f"  ({', '.join(token_record.desks)})" if token_record.desks else ""
        print(f"{token_record.jti}  {told}  {token_record.tenant}  {token_record.name}{opens}")
    return DONE


def revoke(options: argparse.Namespace, _: list[str]) -> int:
    async def revoked(registry: TokenRegistry) -> list[TokenRecord]:
        meant = [record for record in await registry.every() if _is_meant(record, options)]
        # One name in two organisations is two people.
        if len({record.tenant for record in meant}) < 2:
            for token_record in meant:
                await registry.revoke(token_record.jti, datetime.now(UTC))
        return meant

    meant = _in_registry(options, revoked)
    tenants = sorted({record.tenant for record in meant})
    if len(tenants) != 1:
        told = "There is no token {which}; see tess token list."
        if tenants:
            told = "{which} is known to {tenants}: say which with --tenant."
        tell(said(told, which=options.which, tenants=", ".join(tenants)))
        return REFUSED
    ids = [record.jti for record in meant]
    return show(options, ids, said("Revoked: {tokens}", tokens=", ".join(ids)))


def _is_meant(record: TokenRecord, options: argparse.Namespace) -> bool:
    return options.which in (record.jti, record.name) and options.tenant in (None, record.tenant)


def _in_registry(
    options: argparse.Namespace, work: Callable[[TokenRegistry], Awaitable[Result]]
) -> Result:
    async def run() -> Result:
        async with open_registry(options.read_settings()) as registry:
            return await work(registry)

    return asyncio.run(run())
