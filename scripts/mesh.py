"""Small solid meshes and the file formats that skidpad reads them from.

A mesh is a list of convex solids, each with a material; x is forward, y left, z up, in metres.
Numbers are rounded to a hundredth of a millimetre before they are written, so every machine writes the same bytes.
"""

import json
import math
import struct
from pathlib import Path

KEYS = 16
AXES = {"x": (1, 2, 0), "y": (2, 0, 1), "z": (0, 1, 2)}


def rounded(value):
    """Five decimals, and never a negative zero."""
    return round(value, 5) + 0.0


def number(value):
    return f"{rounded(value):.5f}".rstrip("0").rstrip(".")


def row(values):
    return " ".join(number(value) for value in values)


def subtract(a, b):
    return tuple(p - q for p, q in zip(a, b))


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def dot(a, b):
    return sum(p * q for p, q in zip(a, b))


def normal(triangle):
    n = cross(subtract(triangle[1], triangle[0]), subtract(triangle[2], triangle[0]))
    length = math.sqrt(dot(n, n)) or 1.0
    return tuple(component / length for component in n)


class Mesh:
    """Triangles by material; colours are (red, green, blue) from 0 to 255."""

    def __init__(self, **colours):
        self.colours = colours
        self.triangles = {name: [] for name in colours}
        self.textures = {}
        self.lines = []
        self.bones = []
        """What the solids that follow hang on: names of joints and their shares."""
        self.hangs_on = {name: [] for name in colours}
        """One list of bones per triangle, in the order of `triangles`."""
        self.skeleton = None

    def on(self, *bones):
        """The solids that follow hang on these joints, in equal shares."""
        self.bones = [(bone, 1.0 / len(bones)) for bone in bones]
        return self

    def solid(self, material, triangles):
        """Add a convex solid; every face is turned to look away from its middle."""
        points = [p for triangle in triangles for p in triangle]
        middle = tuple(sum(p[i] for p in points) / len(points) for i in range(3))
        for triangle in triangles:
            triangle = tuple(tuple(map(rounded, p)) for p in triangle)
            if dot(normal(triangle), subtract(triangle[0], middle)) < 0:
                triangle = (triangle[0], triangle[2], triangle[1])
            self.triangles[material].append(triangle)
            self.hangs_on[material].append(self.bones)
        return self

    def loft(self, material, low, high):
        """The solid between two polygons with as many corners each."""
        faces = [(low[0], low[i], low[i + 1]) for i in range(1, len(low) - 1)]
        faces += [(high[0], high[i], high[i + 1]) for i in range(1, len(high) - 1)]
        for i in range(len(low)):
            j = (i + 1) % len(low)
            faces += [(low[i], low[j], high[j]), (low[i], high[j], high[i])]
        return self.solid(material, [f for f in faces if dot(normal(f), normal(f)) > 0.5])

    def box(self, material, x, y, z):
        """A box given by its three intervals."""
        corners = [(x[0], y[0]), (x[1], y[0]), (x[1], y[1]), (x[0], y[1])]
        return self.loft(material, [(*c, z[0]) for c in corners], [(*c, z[1]) for c in corners])

    def side_profile(self, material, outline, y):
        """A convex outline in x and z, drawn out along y."""
        return self.loft(
            material, [(p[0], y[0], p[1]) for p in outline], [(p[0], y[1], p[1]) for p in outline]
        )

    def plan(self, material, outline, z):
        """A convex outline in x and y, drawn out along z."""
        return self.loft(material, [(*p, z[0]) for p in outline], [(*p, z[1]) for p in outline])

    def cone(self, material, centre, radii, length, axis="z", sides=16):
        """A cut cone whose middle is `centre`; `radii` at its low and its high end."""
        u, v, w = AXES[axis]
        rings = []
        for radius, end in zip(radii, (-0.5, 0.5)):
            ring = []
            for i in range(sides):
                turn = 2.0 * math.pi * i / sides
                point = list(centre)
                point[u] += radius * math.cos(turn)
                point[v] += radius * math.sin(turn)
                point[w] += end * length
                ring.append(tuple(map(rounded, point)))
            rings.append(ring)
        return self.loft(material, *rings)

    def cylinder(self, material, centre, radius, length, axis="z", sides=16):
        return self.cone(material, centre, (radius, radius), length, axis, sides)

    def ball(self, material, centre, radii, rings=5, sides=10):
        """An ellipsoid, as a stack of cut cones."""
        def ring(k):
            fall = math.pi * k / rings
            return [
                (
                    centre[0] + radii[0] * math.sin(fall) * math.cos(2 * math.pi * i / sides),
                    centre[1] + radii[1] * math.sin(fall) * math.sin(2 * math.pi * i / sides),
                    centre[2] - radii[2] * math.cos(fall),
                )
                for i in range(sides)
            ]
        faces = []
        for k in range(rings):
            low, high = ring(k), ring(k + 1)
            for i in range(sides):
                j = (i + 1) % sides
                faces += [(low[i], low[j], high[j]), (low[i], high[j], high[i])]
        return self.solid(material, [f for f in faces if dot(normal(f), normal(f)) > 0.5])

    def y_up(self):
        """The same mesh in the axes of a viewer whose y points up; `model_roll` 90 turns it back."""
        turned = Mesh(**self.colours)
        for material, triangles in self.triangles.items():
            turned.triangles[material] = [
                tuple((p[0], p[2], rounded(-p[1])) for p in triangle) for triangle in triangles
            ]
        turned.lines = [tuple((p[0], p[2], rounded(-p[1])) for p in line) for line in self.lines]
        turned.hangs_on = self.hangs_on
        turned.skeleton = self.skeleton
        return turned

    def count(self):
        return sum(len(triangles) for triangles in self.triangles.values())

    def used(self):
        return [(name, ts) for name, ts in self.triangles.items() if ts]


def indexed(triangles):
    """Shared corners and, for each triangle, their three places."""
    places, corners, faces = {}, [], []
    for triangle in triangles:
        face = []
        for point in triangle:
            if point not in places:
                places[point] = len(corners)
                corners.append(point)
            face.append(places[point])
        faces.append(face)
    return corners, faces


def plane_uv(point, direction):
    """Texture coordinates in metres on the side that looks along `direction`."""
    main = max(range(3), key=lambda i: abs(direction[i]))
    return [(point[1], point[2]), (point[0], point[2]), (point[0], point[1])][main]


def write_obj(mesh, path):
    """Wavefront .obj and the .mtl beside it; textures repeat once a metre."""
    path = Path(path)
    mtl = ["# skidpad model"]
    for name, _ in mesh.used():
        mtl += [f"newmtl {name}", "Kd " + row(c / 255 for c in mesh.colours[name])]
        if name in mesh.textures:
            mtl.append(f"map_Kd {mesh.textures[name]}")
    path.with_suffix(".mtl").write_text("\n".join(mtl) + "\n")
    out = ["# skidpad model", f"mtllib {path.with_suffix('.mtl').name}", f"o {path.stem}"]
    first, first_uv = 1, 1
    for name, triangles in mesh.used():
        corners, faces = indexed(triangles)
        out += ["v " + row(c) for c in corners]
        out.append(f"usemtl {name}")
        if name in mesh.textures:
            uvs, faces_uv = indexed(
                [tuple(plane_uv(p, normal(t)) for p in t) for t in triangles]
            )
            out[-1:-1] = ["vt " + row(uv) for uv in uvs]
            out += [
                "f " + " ".join(f"{v + first}/{t + first_uv}" for v, t in zip(f, g))
                for f, g in zip(faces, faces_uv)
            ]
            first_uv += len(uvs)
        else:
            out += ["f " + " ".join(str(v + first) for v in f) for f in faces]
        first += len(corners)
    path.write_text("\n".join(out) + "\n")


def write_stl(mesh, path):
    """Binary STL: no colours."""
    out = bytearray(b"skidpad model".ljust(80, b" ")) + struct.pack("<I", mesh.count())
    for _, triangles in mesh.used():
        for triangle in triangles:
            n = tuple(map(rounded, normal(triangle)))
            out += struct.pack("<12fH", *n, *(c for p in triangle for c in p), 0)
    Path(path).write_bytes(out)


def write_ply(mesh, path):
    """Text PLY with a colour at each corner."""
    vertices, faces = [], []
    for name, triangles in mesh.used():
        corners, indices = indexed(triangles)
        faces += [[v + len(vertices) for v in face] for face in indices]
        vertices += [(corner, mesh.colours[name]) for corner in corners]
    out = ["ply", "format ascii 1.0", "comment skidpad model", f"element vertex {len(vertices)}"]
    out += [f"property float {axis}" for axis in "xyz"]
    out += [f"property uchar {colour}" for colour in ("red", "green", "blue")]
    out += [f"element face {len(faces)}", "property list uchar int vertex_indices", "end_header"]
    out += [row(p) + " " + " ".join(map(str, colour)) for p, colour in vertices]
    out += ["3 " + " ".join(map(str, face)) for face in faces]
    Path(path).write_text("\n".join(out) + "\n")


def float_source(name, rows, axes):
    flat = [value for r in rows for value in r]
    params = "".join(f'<param name="{axis}" type="float"/>' for axis in axes)
    return (
        f'<source id="{name}"><float_array id="{name}-array" count="{len(flat)}">{row(flat)}'
        f'</float_array><technique_common><accessor source="#{name}-array" count="{len(rows)}" '
        f'stride="{len(axes)}">{params}</accessor></technique_common></source>'
    )


def write_dae(mesh, path):
    """COLLADA 1.4, one geometry per material; a mesh of lines becomes `<lines>`."""
    effects, materials, geometries, nodes = [], [], [], []
    for name, triangles in mesh.used():
        colour = row([c / 255 for c in mesh.colours[name]] + [1.0])
        effects.append(
            f'<effect id="{name}-effect"><profile_COMMON><technique sid="common"><lambert><diffuse>'
            f'<color>{colour}</color></diffuse></lambert></technique></profile_COMMON></effect>'
        )
        materials.append(
            f'<material id="{name}" name="{name}"><instance_effect url="#{name}-effect"/></material>'
        )
        corners, faces = indexed(triangles)
        normals, turns = indexed([(tuple(map(rounded, normal(t))),) for t in triangles])
        mesh_text = float_source(f"{name}-positions", corners, "XYZ")
        mesh_text += "\n" + float_source(f"{name}-normals", normals, "XYZ")
        indices = " ".join(f"{v} {n[0]}" for face, n in zip(faces, turns) for v in face)
        mesh_text += (
            f'\n<vertices id="{name}-vertices"><input semantic="POSITION" source="#{name}-positions"/>'
            f'</vertices>\n<triangles material="{name}" count="{len(faces)}">'
            f'<input semantic="VERTEX" source="#{name}-vertices" offset="0"/>'
            f'<input semantic="NORMAL" source="#{name}-normals" offset="1"/><p>{indices}</p></triangles>'
        )
        geometries.append(f'<geometry id="{name}-mesh" name="{name}"><mesh>\n{mesh_text}\n</mesh></geometry>')
        nodes.append(
            f'<node id="{name}-node"><instance_geometry url="#{name}-mesh"><bind_material>'
            f'<technique_common><instance_material symbol="{name}" target="#{name}"/>'
            f'</technique_common></bind_material></instance_geometry></node>'
        )
    if mesh.lines:
        points = [p for line in mesh.lines for p in line]
        geometries.append(
            '<geometry id="lines-mesh" name="lines"><mesh>\n'
            + float_source("lines-positions", points, "XYZ")
            + '\n<vertices id="lines-vertices"><input semantic="POSITION" source="#lines-positions"/></vertices>\n'
            + f'<lines count="{len(mesh.lines)}"><input semantic="VERTEX" source="#lines-vertices" offset="0"/>'
            + "<p>" + " ".join(map(str, range(len(points)))) + "</p></lines>\n</mesh></geometry>"
        )
        nodes.append('<node id="lines-node"><instance_geometry url="#lines-mesh"/></node>')
    out = ['<?xml version="1.0" encoding="utf-8"?>']
    out.append('<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">')
    out.append('<asset><unit name="meter" meter="1"/><up_axis>Y_UP</up_axis></asset>')
    if effects:
        out += ["<library_effects>", *effects, "</library_effects>"]
        out += ["<library_materials>", *materials, "</library_materials>"]
    out += ["<library_geometries>", *geometries, "</library_geometries>"]
    out += ['<library_visual_scenes><visual_scene id="scene">', *nodes, "</visual_scene></library_visual_scenes>"]
    out += ['<scene><instance_visual_scene url="#scene"/></scene>', "</COLLADA>"]
    Path(path).write_text("\n".join(out) + "\n")


class Skeleton:
    """Joints that swing about the y axis, and clips of them.

    `joints` gives each joint's parent (or None) and place; parents come first. A clip has a length in seconds and, by
    joint, a function of the share of the cycle that gives an angle in degrees, positive where what hangs down swings
    forward; a clip may also move the first joint up, in metres.
    """

    def __init__(self, joints, clips):
        self.joints, self.clips = joints, clips
        self.names = list(joints)

    def nodes(self, first):
        """The joints as nodes, the first of which gets this number; y is up."""
        nodes = []
        for name, (parent, place) in self.joints.items():
            base = self.joints[parent][1] if parent else (0.0, 0.0, 0.0)
            x, y, z = subtract(place, base)
            node = {"name": name, "translation": [rounded(x), rounded(z), rounded(-y)]}
            children = [first + self.names.index(other) for other, (of, _) in self.joints.items() if of == name]
            if children:
                node["children"] = children
            nodes.append(node)
        return nodes

    def write(self, accessor, first):
        """The skin and the clips of a glTF document."""
        bound = b""
        for _, (x, y, z) in self.joints.values():
            bound += struct.pack("<16f", 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -x, -z, y, 1)
        numbers = [first + index for index in range(len(self.names))]
        skin = {"joints": numbers, "inverseBindMatrices": accessor(bound, 5126, len(self.names), "MAT4", None)}
        return skin, [self.clip(accessor, first, name, *clip) for name, clip in self.clips.items()]

    def clip(self, accessor, first, name, length, angles, rise):
        shares = [k / KEYS for k in range(KEYS + 1)]
        times = [rounded(length * share) for share in shares]
        data = struct.pack(f"<{len(times)}f", *times)
        limits = {"min": [0.0], "max": [struct.unpack("<f", struct.pack("<f", times[-1]))[0]]}
        keys = accessor(data, 5126, len(times), "SCALAR", None, **limits)
        samplers, channels = [], []

        def channel(joint, path, values, kind):
            data = b"".join(struct.pack(f"<{len(value)}f", *map(rounded, value)) for value in values)
            samplers.append({"input": keys, "output": accessor(data, 5126, len(values), kind, None)})
            target = {"node": first + self.names.index(joint), "path": path}
            channels.append({"sampler": len(samplers) - 1, "target": target})

        for joint, angle in angles.items():
            halves = [math.radians(angle(share)) / 2 for share in shares]
            channel(joint, "rotation", [(0, 0, math.sin(half), math.cos(half)) for half in halves], "VEC4")
        if rise:
            root = self.names[0]
            x, y, z = self.joints[root][1]
            channel(root, "translation", [(x, z + rise(share), -y) for share in shares], "VEC3")
        return {"name": name, "samplers": samplers, "channels": channels}


def write_glb(mesh, path):
    """Binary glTF 2.0 in its own axes (y up): one primitive per material."""
    blob, views, accessors, primitives, materials = bytearray(), [], [], [], []

    def accessor(data, component, count, kind, target, **limits):
        while len(blob) % 4:
            blob.append(0)
        view = {"buffer": 0, "byteOffset": len(blob), "byteLength": len(data)}
        views.append({**view, "target": target} if target else view)
        blob.extend(data)
        accessors.append(
            {"bufferView": len(views) - 1, "componentType": component, "count": count, "type": kind, **limits}
        )
        return len(accessors) - 1

    for name, triangles in mesh.used():
        corners = [(p, tuple(map(rounded, normal(t)))) for t in triangles for p in t]
        points = [p for p, _ in corners]
        low = [min(p[i] for p in points) for i in range(3)]
        high = [max(p[i] for p in points) for i in range(3)]
        position = accessor(
            b"".join(struct.pack("<3f", *p) for p in points), 5126, len(points), "VEC3", 34962,
            min=[struct.unpack("<f", struct.pack("<f", v))[0] for v in low],
            max=[struct.unpack("<f", struct.pack("<f", v))[0] for v in high],
        )
        direction = accessor(
            b"".join(struct.pack("<3f", *n) for _, n in corners), 5126, len(points), "VEC3", 34962
        )
        indices = accessor(
            struct.pack(f"<{len(points)}H", *range(len(points))), 5123, len(points), "SCALAR", 34963
        )
        attributes = {"POSITION": position, "NORMAL": direction}
        if mesh.skeleton:
            attributes.update(weights(mesh, name, accessor))
        primitives.append(
            {
                "attributes": attributes,
                "indices": indices,
                "material": len(materials),
            }
        )
        factor = [rounded(c / 255) for c in mesh.colours[name]] + [1.0]
        materials.append(
            {"name": name, "pbrMetallicRoughness": {"baseColorFactor": factor, "metallicFactor": 0.0}}
        )
    moving = {}
    nodes = [{"mesh": 0, "name": Path(path).stem}]
    if mesh.skeleton:
        skin, clips = mesh.skeleton.write(accessor, len(nodes))
        nodes[0]["skin"] = 0
        nodes += mesh.skeleton.nodes(len(nodes))
        moving = {"skins": [skin], "animations": clips}
    while len(blob) % 4:
        blob.append(0)
    document = {
        "asset": {"version": "2.0", "generator": "skidpad make-models"},
        "scene": 0,
        "scenes": [{"nodes": [0, 1] if mesh.skeleton else [0]}],
        "nodes": nodes,
        **moving,
        "meshes": [{"primitives": primitives}],
        "materials": materials,
        "accessors": accessors,
        "bufferViews": views,
        "buffers": [{"byteLength": len(blob)}],
    }
    text = json.dumps(document, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    out = struct.pack("<4sII", b"glTF", 2, 12 + 8 + len(text) + 8 + len(blob))
    out += struct.pack("<I4s", len(text), b"JSON") + text
    out += struct.pack("<I4s", len(blob), b"BIN\0") + bytes(blob)
    Path(path).write_bytes(out)


def weights(mesh, material, accessor):
    """Four joints and shares for every corner of a material."""
    joints, shares = b"", b""
    for bones in mesh.hangs_on[material]:
        bones = (bones + [(mesh.skeleton.names[0], 0.0)] * 4)[:4]
        joints += 3 * bytes(mesh.skeleton.names.index(name) for name, _ in bones)
        shares += 3 * struct.pack("<4f", *(share for _, share in bones))
    count = 3 * len(mesh.hangs_on[material])
    return {
        "JOINTS_0": accessor(joints, 5121, count, "VEC4", 34962),
        "WEIGHTS_0": accessor(shares, 5126, count, "VEC4", 34962),
    }


WRITERS = {".obj": write_obj, ".stl": write_stl, ".ply": write_ply, ".dae": write_dae, ".glb": write_glb}


def write(mesh, path):
    """Write `mesh` in the format that the name of `path` asks for."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    WRITERS[path.suffix](mesh, path)
