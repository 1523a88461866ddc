"""A hand against two of the dealer's cards on many boards at once: where it ranks above, or not
below.

Two hole cards have an order on each board, and a dealer's hand ranks below a hand where all its
pairs do: with a bit for each board, that is the bits that all pairs have. The compiler goes board
by board; here 32 boards are one vector, and their bits one word.
"""

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

BLOCK = 32


@intrinsic
def compare_block(_: Any, ours: Any, theirs: Any, at: Any) -> Any:
    """On the boards of a block, a bit each where ``ours`` is above; from the 32nd bit on, where it
    is not below."""

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        vector, word = ir.VectorType(ir.IntType(16), BLOCK).as_pointer(), ir.IntType(64)

        def load(n: int) -> Any:
            data = context.make_array(signature.args[n])(context, builder, args[n]).data
            return builder.load(builder.bitcast(builder.gep(data, [args[2]]), vector), align=2)

        mine, his = load(0), load(1)
        above, upto = (
            builder.zext(
                builder.bitcast(builder.icmp_unsigned(sign, mine, his), ir.IntType(BLOCK)), word
            )
            for sign in (">", ">=")
        )
        return builder.or_(above, builder.shl(upto, word(BLOCK)))

    return types.uint64(ours, theirs, types.int64), emit
