"""Paths of ARM taken apart: whose they are, and what has to be allowed for them."""

from dataclasses import dataclass

EXTENSIONS = ("microsoft.authorization", "microsoft.resourcehealth", "microsoft.insights")
"""Providers of what is asked of something else."""


@dataclass(frozen=True)
class Place:
    """A path of ARM, in its parts; empty where it has none."""

    path: str
    subscription: str = ""
    group: str = ""
    namespace: str = ""
    """Of the last provider."""
    types: tuple[str, ...] = ()
    names: tuple[str, ...] = ()

    @property
    def resource_type(self) -> str:
        """Such as ``Microsoft.Web/sites/config``."""
        return "/".join((self.namespace, *self.types)) if self.namespace else ""

    @property
    def is_list(self) -> bool:
        """Whether it ends in a type, and so in all of it."""
        return len(self.types) > len(self.names)

    def action(self, method: str) -> str:
        """Return what somebody has to be allowed to do to ask this."""
        if method == "POST":
            below = "/".join((self.namespace, *self.types))
            return f"{below}/action"
        if self.namespace:
            return f"{self.resource_type}/read"
        below = "/resourceGroups" if self.group else ""
        return f"Microsoft.Resources/subscriptions{below}/read"

    @property
    def scope(self) -> str:
        """What an extension such as locks is asked of, else the path itself."""
        before, _, _ = self.path.rpartition("/providers/")
        return before if self.namespace.lower() in EXTENSIONS and before else self.path


def place_of(path: str) -> Place:
    """Return the parts of a path."""
    parts = path.strip("/").split("/")
    lowered = [one.lower() for one in parts]
    subscription = parts[1] if lowered[0] == "subscriptions" and len(parts) > 1 else ""
    group = parts[3] if len(parts) > 3 and lowered[2] == "resourcegroups" else ""
    if "providers" not in lowered:
        return Place(path, subscription, group)
    at = len(lowered) - 1 - lowered[::-1].index("providers")
    rest = parts[at + 2 :]
    namespace = parts[at + 1] if len(parts) > at + 1 else ""
    return Place(path, subscription, group, namespace, tuple(rest[::2]), tuple(rest[1::2]))
