"""The package itself: where it is, its names, its stubs, its docstrings."""

import ast
import doctest
import inspect
import subprocess
import sys
import threading
from pathlib import Path

import skidpad
import skidpad.extension
from skidpad import _native

PACKAGE = Path(skidpad.__file__).parent


def test_the_installed_package_is_tested():
    assert Path(sys.prefix) in PACKAGE.parents
    assert (PACKAGE / "py.typed").exists()


def test_import_starts_no_thread():
    code = "import skidpad, threading, os; print(threading.active_count(), len(os.listdir('/proc/self/task')))"
    # NumPy's own thread pool is switched off, so that only ours would count.
    quiet = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=quiet, check=True)
    assert out.stdout.split() == ["1", "1"]
    assert threading.active_count() >= 1


def public_names(thing):
    return {name for name in dir(thing) if not name.startswith("_")}


def test_stubs_have_every_public_name_and_no_other():
    tree = ast.parse((PACKAGE / "_native.pyi").read_text())
    stubbed = {node.name: node for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    assert set(stubbed) == public_names(_native)
    for name, node in stubbed.items():
        thing = getattr(_native, name)
        if isinstance(node, ast.ClassDef):
            members = {it.name for it in node.body if isinstance(it, ast.FunctionDef)}
            members |= {it.target.id for it in node.body if isinstance(it, ast.AnnAssign)}
            assert {it for it in members if not it.startswith("_")} == public_names(thing), name


def arguments_of_stub(node):
    varying = [node.args.vararg] if node.args.vararg else []
    names = [it.arg for it in node.args.posonlyargs + node.args.args + varying + node.args.kwonlyargs]
    return [name for name in names if name not in ("self", "cls")]


def test_stubs_have_the_arguments_of_the_module():
    tree = ast.parse((PACKAGE / "_native.pyi").read_text())
    checked = 0
    for node in ast.walk(tree):
        if not isinstance(node, ast.ClassDef):
            continue
        for method in node.body:
            if not isinstance(method, ast.FunctionDef) or method.decorator_list and "property" in ast.dump(
                method.decorator_list[0]
            ):
                continue
            thing = getattr(_native, node.name)
            if method.name != "__new__":
                thing = getattr(thing, method.name)
            given = [it for it in inspect.signature(thing).parameters if it != "self"]
            assert given == arguments_of_stub(method), f"{node.name}.{method.name}"
            checked += 1
    assert checked > 50


def test_all_lists_what_the_module_has():
    assert public_names(_native) <= set(skidpad.__all__) | set(skidpad.extension.__all__)
    assert all(hasattr(skidpad, name) for name in skidpad.__all__)
    assert all(hasattr(skidpad.extension, name) for name in skidpad.extension.__all__)


def test_everything_public_is_documented():
    undocumented = []
    for name in sorted(public_names(_native)):
        thing = getattr(_native, name)
        undocumented += [] if thing.__doc__ else [name]
        if inspect.isclass(thing):
            for member in sorted(public_names(thing)):
                if not getattr(thing, member).__doc__:
                    undocumented.append(f"{name}.{member}")
    assert undocumented == []


def test_docstrings_run():
    finder, runner = doctest.DocTestFinder(), doctest.DocTestRunner()
    things = [skidpad, skidpad._errors, skidpad.extension]
    things += [getattr(_native, name) for name in sorted(public_names(_native))]
    tests = [test for thing in things for test in examples_of(finder, thing)]
    assert len(tests) >= 8
    for test in tests:
        runner.run(test)
    assert runner.summarize().failed == 0


def test_docstrings_of_environments_run():
    import skidpad.gym
    from skidpad.gym import _environment, _expression, _parallel, _vector_environment

    finder, runner = doctest.DocTestFinder(), doctest.DocTestRunner()
    modules = [skidpad.gym, _environment, _expression, _parallel, _vector_environment]
    tests = [test for module in modules for test in examples_of(finder, module)]
    assert len(tests) >= 5
    for test in tests:
        runner.run(test)
    assert runner.summarize().failed == 0


def examples_of(finder, thing):
    if inspect.ismodule(thing):
        return [test for test in finder.find(thing) if test.examples]
    # Classes of a compiled module have no source file, so that only their own text is looked at.
    parser = doctest.DocTestParser()
    texts = [(thing.__name__, thing.__doc__ or "")]
    if inspect.isclass(thing):
        members = sorted(public_names(thing))
        texts += [(f"{thing.__name__}.{it}", getattr(thing, it).__doc__ or "") for it in members]
    tests = [parser.get_doctest(text, {}, name, None, 0) for name, text in texts if isinstance(text, str)]
    return [test for test in tests if test.examples]
