"""The `smurfs` command. Imports nothing heavy: `smurfs --help` has to answer at once."""

import atexit
import errno
import gc
import io
import os
import sys

_YOUNG = 50_000
"""Objects after which the garbage collector looks: a start makes many of them, and no garbage."""


def main(arguments: list[str] | None = None) -> None:
    """Run a command and exit with its status (docs/reference/cli.md).

    0 answered, 1 ended without a full answer, 2 usage or configuration error, 130 interrupted.
    """
    if arguments is None:  # the process is this command's
        gc.set_threshold(_YOUNG)
        atexit.register(gc.freeze)  # the interpreter looks through all objects once more at its end
    if isinstance(sys.stdout, io.TextIOWrapper):  # None where the caller closed it
        sys.stdout.reconfigure(errors="backslashreplace")  # an answer is worth more than one of its characters
    try:
        status = _status(arguments)
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError as error:  # also the reader that has gone (as in `smurfs run ... | head -1`)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        status = 1 if isinstance(error, BrokenPipeError) else _complain(f"standard output: {error.strerror}", 1)
    sys.exit(status)


def _status(arguments: list[str] | None) -> int:
    """Run a command and return its exit status; what it raises becomes one line on standard error."""
    from smurfs_graph.cli.app import app
    from smurfs_graph.errors import ConfigurationError

    try:
        returned = app(arguments, standalone_mode=False, prog_name="smurfs")
        return returned if isinstance(returned, int) else 0
    except ConfigurationError as error:
        return _complain(str(error), 2)
    except (KeyboardInterrupt, EOFError):
        return _complain("interrupted", 130)
    except BrokenPipeError:
        raise
    except Exception as error:
        if type(error).__name__ == "NoArgsIsHelpError":
            print(str(error), file=sys.stderr)  # the help, which is no one-line complaint
            return 2
        format_message = getattr(error, "format_message", None)
        if format_message is not None:  # typer's usage errors, whichever click they come from
            return _complain(str(format_message()), 2)
        if type(error).__name__ == "Abort":
            return _complain("interrupted", 130)
        if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
            return _complain(f"{error.filename or 'output'}: {error.strerror}; make room and try again", 1)
        if os.environ.get("SMURFS_DEBUG"):
            raise
        return _complain(f"internal error: {type(error).__name__}: {error} (SMURFS_DEBUG=1 shows where)", 1)


def _complain(message: str, status: int) -> int:
    line = " ".join(message.split())
    print(f"smurfs: {line}", file=sys.stderr)
    return status
