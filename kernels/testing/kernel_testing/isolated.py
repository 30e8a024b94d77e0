"""Runs a reference in its own process: PyTorch crashes for some wrong arguments instead of raising."""

from __future__ import annotations

import contextlib
import faulthandler
import multiprocessing
import os
import sys
import traceback
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from etgen.dtypes import DType
from etgen.schema import Schema

from kernel_testing.references import Reference, RefusedError
from kernel_testing.tensors import Tensor

_TIMEOUT = 60

# The outcomes of a call.
_ANSWERED, _REFUSED, _CRASHED = "answered", "refused", "crashed"


class CrashedReferenceError(RefusedError):
    """The reference crashed, so it neither accepts nor refuses the arguments.

    Attributes:
      traceback: where a mistake of the reference's own was raised; empty if its process ended or hung.
    """

    def __init__(self, traceback: str):
        super().__init__("the reference crashed or hung")
        self.traceback = traceback


class Isolated:
    """Runs a reference in another process, which is restarted when it crashes."""

    def __init__(self, reference: Reference):
        self._reference = reference
        self._process: BaseProcess | None = None
        self._connection: Connection | None = None
        # The schemas that the process knows, by their numbers: one is larger than most calls' arguments.
        self._sent: dict[Schema, int] = {}

    def has(self, schema: Schema) -> bool:
        return self._reference.has(schema)

    def __call__(self, schema: Schema, inputs: tuple, out_dtype: DType | None = None) -> tuple[Tensor, ...]:
        return self._ask("__call__", schema, inputs, out_dtype)

    def takes_out(self, schema: Schema, inputs: tuple, out: Tensor) -> bool:
        return self._ask("takes_out", schema, inputs, out)

    def _ask(self, method: str, schema: Schema, *args: object) -> Any:
        if self._process is not None:
            # If an earlier call has corrupted the memory of the process, a new one is asked.
            with contextlib.suppress(CrashedReferenceError):
                return self._ask_once(method, schema, args)
        try:
            return self._ask_once(method, schema, args)
        except CrashedReferenceError as crash:
            sys.stderr.write(crash.traceback)
            raise

    def _ask_once(self, method: str, schema: Schema, args: tuple) -> Any:
        connection = self._started()
        new = None if schema in self._sent else schema
        number = self._sent.setdefault(schema, len(self._sent))
        try:
            connection.send((method, number, new, args))
            if not connection.poll(_TIMEOUT):
                raise EOFError
            outcome, answer = connection.recv()
        except (EOFError, OSError):
            outcome, answer = _CRASHED, ""
        if outcome == _CRASHED:
            self.close()
            raise CrashedReferenceError(answer)
        if outcome == _REFUSED:
            raise RefusedError(answer)
        return answer

    def close(self) -> None:
        """Ends the process."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process = None
            self._sent.clear()

    def _started(self) -> Connection:
        """The connection to the process, which is started if it is not running."""
        if self._process is None or self._connection is None:
            fork = multiprocessing.get_context("fork")
            self._connection, theirs = fork.Pipe()
            pipe = (self._connection, theirs)
            self._process = fork.Process(target=_serve, args=(*pipe, self._reference), daemon=True)
            self._process.start()
            theirs.close()
        return self._connection


def _serve(others: Connection, connection: Connection, reference: Reference) -> None:
    import torch

    others.close()  # otherwise a killed parent would go unnoticed
    faulthandler.disable()  # crashes are expected here
    # Discard output of PyTorch and the C library about crashes and other arguments.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    torch.set_num_threads(1)  # threads do not survive a fork
    schemas: dict[int, Schema] = {}
    with contextlib.suppress(EOFError, KeyboardInterrupt):
        while True:
            method, number, new, args = connection.recv()
            schema = schemas.setdefault(number, new)
            try:
                answer = (_ANSWERED, getattr(reference, method)(schema, *args))
            except RefusedError as error:
                answer = (_REFUSED, str(error))
            except Exception:
                answer = (_CRASHED, traceback.format_exc())
            connection.send(answer)
