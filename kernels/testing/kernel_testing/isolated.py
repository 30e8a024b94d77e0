"""Runs a reference in its own process: PyTorch crashes for some wrong arguments instead of raising."""

from __future__ import annotations

import contextlib
import faulthandler
import multiprocessing
import os
import sys
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from etgen.dtypes import DType
from etgen.schema import Schema

from kernel_testing.references import Reference, RefusedError
from kernel_testing.tensors import Tensor

_TIMEOUT = 60


class CrashedReferenceError(RefusedError):
    """The reference crashed, so it neither accepts nor refuses the arguments."""


class Isolated:
    """Runs a reference in another process, which is restarted when it crashes."""

    def __init__(self, reference: Reference):
        self._reference = reference
        self._process: BaseProcess | None = None
        self._connection: Connection | None = None

    def has(self, schema: Schema) -> bool:
        return self._reference.has(schema)

    def __call__(self, schema: Schema, inputs: tuple, out_dtype: DType | None = None) -> tuple[Tensor, ...]:
        return self._ask("__call__", schema, inputs, out_dtype)

    def takes_out(self, schema: Schema, inputs: tuple, out: Tensor) -> bool:
        return self._ask("takes_out", schema, inputs, out)

    def _ask(self, method: str, *args: object) -> Any:
        has_called = self._process is not None
        try:
            return self._ask_once(method, *args)
        except CrashedReferenceError:
            if not has_called:
                raise
        # An earlier call may have corrupted the memory of the process.
        return self._ask_once(method, *args)

    def _ask_once(self, method: str, *args: object) -> Any:
        connection = self._started()
        try:
            connection.send((method, args))
            if not connection.poll(_TIMEOUT):
                raise EOFError
            refused, answer = connection.recv()
        except (EOFError, OSError):
            self.close()
            raise CrashedReferenceError("the reference crashed or hung") from None
        if refused:
            raise RefusedError(answer)
        return answer

    def close(self) -> None:
        """Ends the process."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process = None

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
    # Discard output of PyTorch and the C library about crashes and other arguments; Python still shows
    # exceptions.
    sys.stderr = os.fdopen(os.dup(2), "w")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    torch.set_num_threads(1)  # threads do not survive a fork
    # After a call that wrote outside of a tensor, even Python may fail to allocate.
    with contextlib.suppress(EOFError, KeyboardInterrupt, MemoryError):
        while True:
            method, args = connection.recv()
            try:
                answer = (False, getattr(reference, method)(*args))
            except RefusedError as error:
                answer = (True, str(error))
            connection.send(answer)
