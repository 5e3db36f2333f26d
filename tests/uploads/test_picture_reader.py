"""Pictures are saved anew without what else was in the file; those that mean no good are refused with a reason."""

import asyncio
import io
import random

import pytest
from PIL import Image

from src.dossier.blobs import sha256_of
from src.errors import PictureNotChecked, TessError, sentence
from src.uploads.limits import PictureLimits
from src.uploads.picture_reader import CheckedPicture, PictureReader
from tests.uploads import images

SVG = b'<?xml version="1.0"?>\n<SVG xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></SVG>'


def read(content: bytes, name: str = "hob", **limits: float) -> CheckedPicture:
    reader = PictureReader(PictureLimits(**limits))  # type: ignore[arg-type]  # limits are numbers, whichever is named
    return asyncio.run(reader.check(name, content))


def refused(content: bytes, name: str = "hob", **limits: float) -> tuple[str, str]:
    with pytest.raises(TessError) as error:
        read(content, name, **limits)
    for language in ("nl", "en"):
        assert sentence(error.value.code, error.value.details, language)
    return error.value.code, error.value.details.get("problem", "")


@pytest.mark.parametrize(
    ("kind", "name"),
    [("PNG", "hob.png"), ("JPEG", "hob.JPG"), ("WEBP", "hob.webp"), ("PNG", "hob")],
)
def test_picture_is_saved_anew_without_metadata(kind: str, name: str) -> None:
    content = images.told_metadata(kind)
    assert images.SECRET.encode() in content
    found = read(content, name)
    assert (found.width, found.height, found.name) == (40, 30, name)
    assert found.media_type == f"image/{kind.lower()}"
    assert found.sha256 == sha256_of(content)
    assert images.SECRET.encode() not in found.kept
    saved = Image.open(io.BytesIO(found.kept))
    assert not saved.getexif()
    assert "icc_profile" not in saved.info
    assert read(content, name).kept == found.kept


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_picture_is_kept_upright(kind: str) -> None:
    found = read(images.told_metadata(kind, turned=True))
    assert (found.width, found.height) == (30, 40)


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "I;16"])
def test_every_form_of_png_keeps_its_pixels(mode: str) -> None:
    content = images.image("PNG", mode=mode)
    before, after = (Image.open(io.BytesIO(one)) for one in (content, read(content).kept))
    assert (before.mode, before.tobytes()) == (after.mode, after.tobytes())


def test_a_colour_that_is_seen_through_stays() -> None:
    found = read(images.image("PNG", mode="P", transparency=0))
    assert Image.open(io.BytesIO(found.kept)).info["transparency"] == 0


def test_jpeg_of_a_printer_is_shown_as_it_looks() -> None:
    found = read(images.image("JPEG", mode="CMYK"))
    assert Image.open(io.BytesIO(found.kept)).mode == "RGB"


@pytest.mark.parametrize(
    ("content", "name", "problem"),
    [
        (SVG, "hob.svg", "picture_svg"),
        (SVG, "hob.png", "picture_svg"),
        (images.moving("GIF"), "hob.gif", "picture_gif"),
        (images.image("GIF"), "hob.png", "picture_gif"),
        (images.image("BMP"), "hob.bmp", "picture_other_kind"),
        (b"%PDF-1.7", "hob.png", "picture_other_kind"),
        (b"", "hob.png", "picture_other_kind"),
        (images.image("JPEG"), "hob.png", "picture_other_name"),
        (images.image("PNG"), "hob.pdf", "picture_other_name"),
        (images.moving("PNG"), "hob.png", "picture_moves"),
        (images.moving("WEBP"), "hob.webp", "picture_moves"),
        (images.image("PNG")[:-30], "hob.png", "picture_damaged"),
        (images.image("JPEG")[:200], "hob.jpg", "picture_damaged"),
        (images.image("WEBP")[:60], "hob.webp", "picture_damaged"),
        (b"\x89PNG\r\n\x1a\n" + b"\0" * 100, "hob.png", "picture_damaged"),
        (images.bomb(4_000, 4_000), "hob.png", "picture_damaged"),
    ],
)
def test_what_is_not_taken(content: bytes, name: str, problem: str) -> None:
    assert refused(content, name) == ("picture_unreadable", problem)


def test_bomb_is_refused_by_what_it_says_of_itself() -> None:
    assert refused(images.bomb(60_000, 60_000)) == ("picture_too_large", "picture_pixels")
    assert refused(images.bomb(2**31 - 1, 2**31 - 1))[0] == "picture_too_large"
    assert refused(images.image(), pixels=1_199) == ("picture_too_large", "picture_pixels")
    assert read(images.image(), pixels=1_200).width == 40


def test_a_jpeg_of_very_many_scans_is_refused_before_it_is_read() -> None:
    assert read(images.of_scans(100)).width == 40
    assert refused(images.of_scans(101)) == ("picture_too_large", "picture_scans")
    assert refused(images.of_scans(3_000)) == ("picture_too_large", "picture_scans")
    # What is no scan of the picture: a smaller one in its head, and whatever stands behind its end.
    usual = images.image("JPEG")
    beside = b"\xff\xda" * 200
    head = usual[:2] + b"\xff\xe1" + (len(beside) + 2).to_bytes(2, "big") + beside
    assert read(head + usual[2:] + beside).width == 40


def test_a_jpeg_of_very_many_segments_is_refused_before_it_is_read() -> None:
    usual = images.image("JPEG")
    many = usual[:2] + b"\xff\xfe\x00\x02" * 10_001 + usual[2:]
    assert refused(many) == ("picture_too_large", "picture_segments")


def test_a_file_that_is_too_large_is_not_read() -> None:
    content = images.image()
    assert refused(content, size=len(content) - 1) == ("picture_too_large", "picture_bytes")


def test_a_picture_that_grows_when_it_is_saved_anew_is_refused() -> None:
    noise = Image.frombytes("RGB", (200, 200), random.Random(1).randbytes(120_000))
    file = io.BytesIO()
    noise.save(file, "JPEG", quality=10)
    content = file.getvalue()
    assert refused(content, size=len(content)) == ("picture_too_large", "picture_kept_bytes")


def test_what_takes_too_much_is_stopped() -> None:
    assert refused(images.image(), seconds=0.01) == ("picture_too_slow", "")
    large = images.image(size=(6_000, 6_000))
    assert refused(large, memory=150 * 2**20) == ("picture_too_slow", "")


def test_only_the_file_that_was_checked_is_agreed_to() -> None:
    found = read(images.told_metadata("PNG"), "hob.png")
    agreement = found.agreed(found.sha256)
    assert (agreement.name, agreement.sha256, agreement.personal) == ("hob.png", found.sha256, {})
    for other in (None, "", sha256_of(found.kept), found.sha256.upper()):
        with pytest.raises(PictureNotChecked):
            found.agreed(other)


def test_source_names_what_is_kept_and_says_what_it_shows() -> None:
    found = read(images.image(), "../../hob.png")
    source = found.source("  The hob,\n with its\u202e knobs ")
    assert (source.title, source.content) == ("hob.png", "The hob, with its knobs")
    assert (source.sha256, source.size) == (sha256_of(found.kept), len(found.kept))
    assert source.id == f"picture/{source.sha256[:32]}"
    assert source.is_private
    assert found.source(" ").content == "hob.png"
