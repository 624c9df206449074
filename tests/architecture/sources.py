"""The source files, and what their text says without being run."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
PACKAGES = ("sea_envs", "training")


def sources() -> list[Path]:
    """Every source file of the packages, relative to the root."""
    found = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    return sorted(path.relative_to(ROOT) for path in found)


def tree(path: Path) -> ast.Module:
    """The syntax of a file."""
    return ast.parse((ROOT / path).read_text(encoding="utf-8"))


def module(path: Path) -> str:
    """The name under which a file is imported."""
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def is_module(name: str) -> bool:
    """Whether a name is that of a module or package of ours."""
    place = ROOT / name.replace(".", "/")
    return place.with_suffix(".py").exists() or (place / "__init__.py").exists()


def imports(path: Path) -> set[str]:
    """The modules that a file imports, wherever in it; words for `import_module` included."""
    found: set[str] = set()
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0 and node.module, f"{path}: relative import"
            for name in node.names:
                longer = f"{node.module}.{name.name}"
                found.add(longer if is_module(longer) else node.module)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            called = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            if called == "import_module" and isinstance(node.args[0], ast.Constant):
                found.add(str(node.args[0].value))
    return found


def identifiers(path: Path) -> Iterator[tuple[str, int]]:
    """Every name that a file gives or uses, with its line."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Name):
            yield node.id, node.lineno
        elif isinstance(node, ast.Attribute):
            yield node.attr, node.lineno
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name, node.lineno
        elif isinstance(node, ast.arg):
            yield node.arg, node.lineno
        elif isinstance(node, ast.keyword) and node.arg:
            yield node.arg, node.value.lineno
        elif isinstance(node, ast.alias) and node.asname:
            yield node.asname, node.lineno


def words(path: Path) -> Iterator[tuple[str, int]]:
    """Every string of a file that is not a docstring, with its line."""
    syntax = tree(path)
    loose = {
        id(node.value)
        for node in ast.walk(syntax)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(syntax):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in loose:
            yield node.value, node.lineno
