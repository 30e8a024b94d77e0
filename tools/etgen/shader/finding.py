"""One rule of the contract that does not hold, and where."""

import dataclasses

from etgen.errors import Location, Problem
from etgen.shader.declaration import ShaderOp


@dataclasses.dataclass(frozen=True)
class Finding:
    """What breaks a rule.

    Attributes:
      rule: its id, `H5`.
      key: the key of the declaration to point at, as in ShaderOp.places; that of the resource by default.
      resource: the name of the resource it is about, if it is about one.
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
