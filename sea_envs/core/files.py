"""Files that are whole or not there: written under a temporary name, then renamed."""

import os
from pathlib import Path


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file whole: interruptions and full disks leave the old one, or none, never half."""
    part = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with part.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def write_text(path: Path, text: str) -> None:
    """`write_bytes` for text in UTF-8."""
    write_bytes(path, text.encode())
