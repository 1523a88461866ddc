"""A hand against a dealer's on many boards at once: how often it ranks above, and not below.

Two hole cards have an order on each board, and a hand the highest of its pairs'. The compiler takes
wide sums for a count of comparisons; here 32 boards are one vector, and its bits are counted.
"""

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

BLOCK = 32


@intrinsic
def compare_block(_: Any, ours: Any, one: Any, two: Any, three: Any, at: Any) -> Any:
    """On the boards of a block, how often ``ours`` is above all three others, and, from the 32nd
    bit on, how often it is not below them."""

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        vector, bits = ir.VectorType(ir.IntType(16), BLOCK).as_pointer(), ir.IntType(BLOCK)

        def load(n: int) -> Any:
            data = context.make_array(signature.args[n])(context, builder, args[n]).data
            return builder.load(builder.bitcast(builder.gep(data, [args[4]]), vector), align=2)

        best = load(1)
        for other in (load(2), load(3)):
            best = builder.select(builder.icmp_unsigned(">", other, best), other, best)
        mine, counts = load(0), []
        for sign in (">", ">="):
            found = builder.bitcast(builder.icmp_unsigned(sign, mine, best), bits)
            counts.append(builder.zext(builder.ctpop(found), ir.IntType(64)))
        return builder.or_(counts[0], builder.shl(counts[1], ir.IntType(64)(BLOCK)))

    return types.uint64(ours, one, two, three, types.int64), emit
