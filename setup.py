"""Puts what TESS reads beside its code into a wheel; a checkout has it in the folders named here."""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent
SHIPPED = (
    *(
        "data/glossaries",
        "data/search_words",
        "data/starter",
        "data/wishes",
        "data/word_vectors",
        "docs",
    ),
    *(".streamlit", "terminal_chat.py", "ui_streamlit.py"),
)
"""What ``SHIPPED`` in ``src/settings.py`` leads to, by its place below the project; nothing that a user keeps."""

LEFT_OUT = shutil.ignore_patterns("__pycache__", "images")


class BuildWithShipped(build_py):
    """What is built as always, and all that is shipped beside it."""

    def run(self) -> None:
        """Build, and copy; an editable install reads the checkout itself."""
        super().run()
        if self.editable_mode:
            return
        home = Path(self.build_lib) / "src" / "shipped"
        for name in SHIPPED:
            source, target = ROOT / name, home / name
            target.parent.mkdir(parents=True, exist_ok=True)
            if source.is_dir():
                shutil.copytree(source, target, ignore=LEFT_OUT, dirs_exist_ok=True)
            else:
                shutil.copy2(source, target)


setup(cmdclass={"build_py": BuildWithShipped})
