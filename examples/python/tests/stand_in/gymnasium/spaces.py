"""The one space that PerpsimEnv uses."""

import numpy as np


class Box:
    def __init__(self, low, high, dtype=np.float32):
        self.low, self.high, self.dtype = low.astype(dtype), high.astype(dtype), np.dtype(dtype)
        self.shape = low.shape
        self._rng = np.random.default_rng()

    def seed(self, seed=None):
        self._rng = np.random.default_rng(seed)

    def sample(self):
        return self._rng.uniform(self.low, self.high).astype(self.dtype)

    def contains(self, value):
        return (
            isinstance(value, np.ndarray)
            and np.can_cast(value.dtype, self.dtype)
            and value.shape == self.shape
            and bool(np.all(value >= self.low) and np.all(value <= self.high))
        )

    def __contains__(self, value):
        return self.contains(value)

    def __eq__(self, other):
        return isinstance(other, Box) and self.shape == other.shape and np.allclose(self.low, other.low) and np.allclose(self.high, other.high)
