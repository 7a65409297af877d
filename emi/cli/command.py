"""Commands with groups of options, help in sections, and options of the environment.

A group is a dataclass with one field for each option; a command that takes the group has these
options. Options of the environment (`emi.cli.options.Environment`) may also be given before the
name of the command.
"""

import inspect
from collections.abc import Callable
from dataclasses import is_dataclass
from functools import wraps
from itertools import pairwise
from textwrap import wrap
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup, TyperOption

from emi.cli.options import ENVIRONMENT
from emi.errors import EmiError, OptionError
from emi.reports.texts import Texts, refusal

#: The default section of an option in the help.
ASKED = "Options"
#: The width of a list of names in the help.
WIDTH = 76


class _Once:
    """A mixin that refuses repeated options; otherwise the last value would win silently."""

    make_parser: Callable[[Any], Any]

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401 - not public
        """Parse the arguments; raise an error for a repeated option."""
        # A bare --cluster has an empty value.
        args = [
            "--cluster=" if one == "--cluster" and after.startswith("-") else one
            for one, after in zip(args, [*args[1:], "--"], strict=False)
        ]
        for one, after in pairwise(args):
            # This option once took a value, which would be read as a game.
            if one == "--reveal" and after in {"next", "wrong"}:
                text = "takes no value; a wrong guess reveals the letter of its first wrong place"
                raise typer.BadParameter(f"{one} {after}: {text}", ctx=ctx)
        order = [] if ctx.resilient_parsing else self.make_parser(ctx).parse_args([*args])[2]
        for one in order:
            if not isinstance(one, TyperOption) or one.multiple or order.count(one) == 1:
                continue
            if one.secondary_opts:
                both = "/".join(one.opts + one.secondary_opts)
                raise typer.BadParameter(f"{both}: given twice, expected one of the two", ctx=ctx)
            if not one.is_flag:
                name, listed = one.opts[0], "," in (one.metavar or "")
                how = f", as in {name} {one.metavar}" if listed else ""
                raise typer.BadParameter(f"{name}: given twice, expected once{how}", ctx=ctx)
        read: list[str] = super().parse_args(ctx, args)  # type: ignore[misc]
        return read


class Program(_Once, TyperGroup):
    """The program; options of the environment may precede the name of a command."""


class Once(_Once, TyperCommand):
    """A command, with its options in sections."""

    def format_options(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401 - not public
        """Write the options in sections; list only the names of environment options."""
        sections: dict[str, list[tuple[str, str]]] = {"Arguments": [], ASKED: []}
        environment = []
        for one in self.get_params(ctx):
            if one.name in ENVIRONMENT:
                environment.append(one.opts[0])
            elif record := _record(one, ctx):
                kind = ASKED if isinstance(one, TyperOption) else "Arguments"
                section = getattr(one, "rich_help_panel", None) or kind
                sections.setdefault(section, []).append(record)
        for name, records in sections.items():
            if records:
                with formatter.section(name):
                    formatter.write_dl(records)
        if environment:
            names = f"{' '.join(environment)}  (see `emi --help`)"
            with formatter.section("Environment"):
                for line in wrap(names, WIDTH, break_on_hyphens=False):
                    formatter.write(f"  {line}\n")


def _record(one: Any, ctx: Any) -> Any:  # noqa: ANN401 - not public
    """Return the name and the help of a parameter, with the games in place of `GAMES`."""
    from emi.cli.games import GAMES, games_described

    if one.help and GAMES in one.help:
        one.help = one.help.replace(GAMES, games_described())
    return one.get_help_record(ctx)


class Commands(typer.Typer):
    """A typer application whose commands have the class `Once`."""

    def command(self, *name: str | None, **how: Any) -> Callable[[Any], Any]:  # noqa: ANN401
        """Register a function as a command, with the options of its groups."""
        register = super().command(*name, cls=Once, **how)
        return lambda function: register(grouped(function))


def grouped(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command with the options of its groups as parameters of its own."""
    flat: dict[str, inspect.Parameter] = {}
    groups: dict[str, Any] = {}
    for name, parameter in inspect.signature(command, eval_str=True).parameters.items():
        inside = [parameter]
        kind = parameter.annotation
        if isinstance(kind, type) and is_dataclass(kind):
            groups[name] = kind
            inside = [*inspect.signature(kind).parameters.values()]
        flat |= {one.name: one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for one in inside}
    read, told = [*flat], "context" in flat
    flat["context"] = inspect.Parameter(
        "context", inspect.Parameter.KEYWORD_ONLY, annotation=typer.Context
    )

    @wraps(command)
    def run(context: typer.Context, **given: Any) -> None:  # noqa: ANN401 - whatever they are
        if context.parent is not None:
            given |= _before(context, read)
        for name, kind in groups.items():
            given[name] = kind(
                **{one: given.pop(one) for one in inspect.signature(kind).parameters}
            )
        if told:
            given["context"] = context
        try:
            command(**given)
        except EmiError as error:
            raise Texts(given.get("language", "en")).of_error(error) from None

    # Keep each example on its own line in the help.
    run.__doc__ = (command.__doc__ or "").replace(
        "    For example:\n", "    \b\n    For example:\n"
    )
    del run.__wrapped__
    run.__signature__ = inspect.Signature(list(flat.values()))  # type: ignore[attr-defined]
    run.__annotations__ = {name: one.annotation for name, one in flat.items()}
    return run


def alone(context: typer.Context, option: str, *others: str) -> None:
    """Refuse parameters that cannot be combined with an option.

    Parameters
    ----------
    context : typer.Context
    option : str
        The option, such as ``--import``.
    others : str
        The names of the allowed parameters; those of the environment are always allowed.

    Raises
    ------
    OptionError
        If another parameter is given.
    """
    for one in context.command.params:
        known = one.name in {*others, *ENVIRONMENT} or option in one.opts
        if one.name is not None and not known and _is_given(context, one.name):
            name = one.opts[0] if isinstance(one, TyperOption) else one.metavar or one.name
            raise refusal(OptionError, "errorCombined", option=option, other=name)


def _before(context: typer.Context, read: list[str]) -> dict[str, Any]:
    """Return the environment options given before the name of the command."""
    program = context.find_root()
    given = {name: program.params[name] for name in ENVIRONMENT if _is_given(program, name)}
    for name in given:
        option = ENVIRONMENT[name]
        if name not in read:
            raise OptionError(f"{option}: not an option of `{context.command_path}`")
        if _is_given(context, name):
            raise OptionError(f"{option}: given twice, expected once")
    return given


def _is_given(context: Any, name: str) -> bool:  # noqa: ANN401 - its class is not public
    """Return whether a parameter was given on the command line."""
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"
