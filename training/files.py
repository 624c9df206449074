"""Files that are whole or not there: written under another name, then renamed."""

import os
from pathlib import Path


def write_text(path: Path, text: str) -> None:
    """Put a text in a file; whoever reads it meanwhile sees the old one or the new one."""
    partial = path.with_name(f".{path.name}.{os.getpid()}.partial")
    try:
        partial.write_text(text, encoding="utf-8", newline="\n")
        os.replace(partial, path)
    finally:
        partial.unlink(missing_ok=True)
