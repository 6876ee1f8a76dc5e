"""The exceptions of the package."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from skidpad import Diagnostic


class Error(Exception):
    """Base of all exceptions of this package."""


class WorldError(Error, ValueError):
    """A world has errors or cannot be built.

    >>> import skidpad
    >>> try:
    ...     skidpad.World.from_text('<mvsim_world><vehicle class="x"/></mvsim_world>').build()
    ... except skidpad.WorldError as error:
    ...     print(error.diagnostics[0].line, error.diagnostics[0].column)
    1 30
    """

    diagnostics: list[Diagnostic]
    """Every error of the world, with its place."""

    def __init__(self, message: str, diagnostics: list[Diagnostic] | None = None) -> None:
        super().__init__(message, diagnostics)
        self.diagnostics = diagnostics or []

    def __str__(self) -> str:
        return str(self.args[0])


class UnknownNameError(Error, LookupError):
    """No vehicle, block, person or sensor has this name."""


class CommandError(Error, ValueError):
    """A command was refused: a number is out of range, or the vehicle does not understand it."""
