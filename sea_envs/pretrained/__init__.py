"""Trained players, weights only: `<game>_<players>.safetensors`, played as `pretrained`.

`python -m training ship RUN` writes them.
"""
