"""The messages of MVSim's network, under the names that its users import: ``mvsim_msgs.SrvGetPose_pb2``.

Each message has a module with its class. The classes are made from ``messages.txt`` when the package is imported; they
need the package ``protobuf``.

>>> from mvsim_msgs import SrvGetPose_pb2
>>> request = SrvGetPose_pb2.SrvGetPose()
>>> request.objectId = "r1"
>>> request.SerializeToString()
b'\\n\\x02r1'
"""

from __future__ import annotations

import sys
from importlib import resources
from types import ModuleType
from typing import Any

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

_Field = descriptor_pb2.FieldDescriptorProto
_TYPES = {
    "double": _Field.TYPE_DOUBLE,
    "float": _Field.TYPE_FLOAT,
    "string": _Field.TYPE_STRING,
    "bytes": _Field.TYPE_BYTES,
    "bool": _Field.TYPE_BOOL,
    "uint32": _Field.TYPE_UINT32,
}
_LABELS = {
    "required": _Field.LABEL_REQUIRED,
    "optional": _Field.LABEL_OPTIONAL,
    "repeated": _Field.LABEL_REPEATED,
}
# The enumeration of an object's shapes is part of the object: RuntimeObject.BOX.
_OWNERS = {"RuntimeShape": "RuntimeObject"}


def _blocks(text: str) -> list[tuple[str, list[list[str]]]]:
    """The blocks of the table: a name, and the words of each line below it."""
    blocks: list[tuple[str, list[list[str]]]] = []
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith(" "):
            blocks[-1][1].append(line.split())
        else:
            blocks.append((line.strip(), []))
    return blocks


def _add_field(message: Any, words: list[str], messages: set[str]) -> None:
    label, kind, name, number, *more = words
    field = message.field.add(name=name, number=int(number), label=_LABELS[label], json_name=name)
    if kind in _TYPES:
        field.type = _TYPES[kind]
    elif kind in messages:
        field.type, field.type_name = _Field.TYPE_MESSAGE, f".mvsim_msgs.{kind}"
    else:
        field.type, field.type_name = _Field.TYPE_ENUM, f".mvsim_msgs.{_OWNERS[kind]}.{kind}"
    if more == ["packed"]:
        field.options.packed = True
    elif more:
        field.default_value = more[0]


def _file() -> descriptor_pb2.FileDescriptorProto:
    """The description of all messages, as ``protoc`` would give it."""
    text = resources.files(__name__).joinpath("messages.txt").read_text(encoding="utf-8")
    blocks = _blocks(text)
    names = {name for name, _ in blocks if not name.startswith("enum ")}
    file = descriptor_pb2.FileDescriptorProto(name="mvsim_msgs.proto", package="mvsim_msgs", syntax="proto2")
    for name, fields in blocks:
        if name in names:
            message = file.message_type.add(name=name)
            for words in fields:
                _add_field(message, words, names)
    messages = {message.name: message for message in file.message_type}
    for name, values in blocks:
        if name not in names:
            kind = name.removeprefix("enum ")
            enumeration = messages[_OWNERS[kind]].enum_type.add(name=kind)
            for value, number in values:
                enumeration.value.add(name=value, number=int(number))
    return file


def _make_modules() -> list[str]:
    pool = descriptor_pool.DescriptorPool()
    file = _file()
    pool.Add(file)
    names = []
    for message in file.message_type:
        name = f"{message.name}_pb2"
        module = ModuleType(f"{__name__}.{name}", f"The message ``{message.name}`` of MVSim's network.")
        found = pool.FindMessageTypeByName(f"mvsim_msgs.{message.name}")
        cls = message_factory.GetMessageClass(found)
        setattr(module, message.name, cls)
        sys.modules[module.__name__] = module
        globals()[name] = module
        names.append(name)
    return names


__all__ = _make_modules()


def __getattr__(name: str) -> Any:
    raise AttributeError(f"there is no message {name!r}; there are {', '.join(__all__)}")
