"""Rows of lanes added up as one vector each.

The compiler does not find that rows of one table can be added side by side, and goes lane by lane,
which takes five times as long; so this one sum is written in its own terms.
"""

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

LANES = 32
"""Lanes of sixteen bits; a result is right by itself in each."""

PARTS_BY_SIZE = (4, 6, 4)
"""One, two and three of four cards; what holds one of them is taken off, what holds two is put
back, and so on."""


@intrinsic
def add_avoiding(_: Any, sums: Any, none: Any, parts: Any, out: Any) -> Any:
    """``out`` becomes the row of ``none`` less the rows of the single parts, plus those of the
    pairs, less those of the threes."""

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kinds = signature.args
        rows, numbers, to = (
            context.make_array(kinds[n])(context, builder, args[n]).data for n in (0, 2, 3)
        )
        row = ir.VectorType(ir.IntType(16), LANES).as_pointer()
        rows, to, word = builder.bitcast(rows, row), builder.bitcast(to, row), ir.IntType(64)
        total = builder.load(builder.gep(rows, [args[1]]), align=2)
        signs = [sign for sign, size in enumerate(PARTS_BY_SIZE) for _ in range(size)]
        for n, sign in enumerate(signs):
            number = builder.zext(builder.load(builder.gep(numbers, [word(n)])), word)
            part = builder.load(builder.gep(rows, [number]), align=2)
            total = builder.add(total, part) if sign == 1 else builder.sub(total, part)
        builder.store(total, to, align=2)
        return context.get_dummy_value()

    return types.void(sums, types.int64, parts, out), emit
