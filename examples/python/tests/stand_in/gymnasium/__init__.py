"""What PerpsimEnv uses of Gymnasium, for machines that cannot install it: the tests put this folder on the path there, and only there."""

import numpy as np

from . import spaces

__all__ = ["Env", "spaces"]


class Env:
    metadata = {"render_modes": []}
    render_mode = None
    np_random = None

    def reset(self, *, seed=None, options=None):
        if seed is not None or self.np_random is None:
            self.np_random = np.random.default_rng(seed)

    def close(self):
        pass

    @property
    def unwrapped(self):
        return self
