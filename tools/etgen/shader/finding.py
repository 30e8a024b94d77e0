"""A violation of a rule of the contract, with its location."""

import dataclasses

from etgen.errors import Location, Problem
from etgen.shader.declaration import ShaderOp


@dataclasses.dataclass(frozen=True)
class Finding:
    """A violation of a rule.

    Attributes:
      rule: its id, `H5`.
      key: the key of the declaration to point at, as in ShaderOp.places; by default that of the resource.
      resource: the name of the resource that it concerns, if it concerns one.
    """

    rule: str
    what: str
    hint: str
    key: str = ""
    resource: str | None = None

    def problem(self, op: ShaderOp, where: Location | None = None) -> Problem:
        """The message: `error: FILE:LINE: OP.RESOURCE [RULE]: what`."""
        subject = f"{op.name}.{self.resource}" if self.resource else str(op.name)
        where = where or op.at(self.key, self.resource or "")
        return Problem(self.what, self.hint, where, f"{subject} [{self.rule}]")
