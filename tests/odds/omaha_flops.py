"""The classes of Flops, found once for all tests of a run."""

from functools import cache

from pitboss.odds.super_omaha.kernels import deals

flop_classes = cache(deals.flop_classes)
