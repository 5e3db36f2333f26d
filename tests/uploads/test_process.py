"""A process that reads for us is gone when its time is over, whatever it says."""

import asyncio

from src.search.loaders.process import heard


async def test_a_process_that_never_stops_talking_is_ended() -> None:
    async with asyncio.timeout(100):
        assert await heard("tests.uploads.talkative", [], b"", seconds=1, most=1_000) is None
