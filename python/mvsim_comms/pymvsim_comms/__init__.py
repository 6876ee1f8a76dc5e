"""MVSim's client: ``pymvsim_comms.mvsim.Client``."""

from mvsim_comms.pymvsim_comms import mvsim

__all__ = ["mvsim"]
