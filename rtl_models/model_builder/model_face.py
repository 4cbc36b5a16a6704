"""The table of C functions that every model exports, as Python sees it: see ../harness/rig_model.h."""

import ctypes
from pathlib import Path

TX_CHANGED, FINISHED, STOPPED, FATAL = 1, 2, 3, 4
PRINT = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.POINTER(ctypes.c_char), ctypes.c_size_t)


class State(ctypes.Structure):
    """`rig_model_state` of harness/rig_model.h."""

    _fields_ = [("cycle", ctypes.c_uint64), ("evaluated", ctypes.c_uint64),
                ("tx", ctypes.c_uint32), ("stop", ctypes.c_uint32)]


class Options(ctypes.Structure):
    """`rig_model_options`."""

    _fields_ = [("seed", ctypes.c_uint64), ("fault", ctypes.c_uint32), ("skip", ctypes.c_uint32),
                ("trace_file", ctypes.c_char_p), ("trace_from", ctypes.c_uint64), ("trace_until", ctypes.c_uint64),
                ("trace_limit", ctypes.c_uint64), ("trace_mark", ctypes.c_uint64), ("print", PRINT), ("user", ctypes.c_void_p)]


class TraceState(ctypes.Structure):
    """`rig_model_trace_state`."""

    _fields_ = [("first", ctypes.c_uint64), ("end", ctypes.c_uint64), ("bytes", ctypes.c_uint64), ("full", ctypes.c_uint32)]


class Fact(ctypes.Structure):
    """`rig_model_fact`."""

    _fields_ = [("key", ctypes.c_char_p), ("value", ctypes.c_char_p)]


class Table(ctypes.Structure):
    """`rig_model_table`."""

    _fields_ = [("abi", ctypes.c_uint32), ("can_trace", ctypes.c_uint32), ("can_cover", ctypes.c_uint32),
                ("state_bytes", ctypes.c_uint64),
                ("skip_off_reason", ctypes.c_char_p), ("facts", ctypes.POINTER(Fact)),
                ("fact_count", ctypes.c_size_t),
                ("create", ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.POINTER(Options))),
                ("destroy", ctypes.CFUNCTYPE(None, ctypes.c_void_p)),
                ("state", ctypes.CFUNCTYPE(State, ctypes.c_void_p)),
                ("run", ctypes.CFUNCTYPE(State, ctypes.c_void_p, ctypes.c_uint64, ctypes.c_uint32,
                                         ctypes.c_uint32)),
                ("run_raw", ctypes.c_void_p),
                ("stop_message", ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.c_void_p)),
                ("printed_lines", ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.c_void_p)),
                ("still_changes", ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.c_void_p)),
                ("end_trace", ctypes.CFUNCTYPE(TraceState, ctypes.c_void_p)),
                ("write_coverage", ctypes.CFUNCTYPE(ctypes.c_uint32, ctypes.c_void_p, ctypes.c_char_p)),
                ("unlike", ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.c_void_p, ctypes.c_void_p))]


def table_of(path: Path) -> Table:
    return Table.in_dll(ctypes.CDLL(str(path.resolve())), "rig_model_v1")


def facts_of(table: Table) -> dict[str, str]:
    return {fact.key.decode(): fact.value.decode() for fact in table.facts[:table.fact_count]}
