"""MVSim's network under the names that its users import: ``from mvsim_comms import pymvsim_comms``."""
