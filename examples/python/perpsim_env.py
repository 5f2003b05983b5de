"""PerpsimEnv: one agent in one market of a scenario, as a Gymnasium environment.

    env = PerpsimEnv("market-making/informed-taker", step_ms=1000)
    observation, info = env.reset(seed=7)
    observation, reward, terminated, truncated, info = env.step(env.action_space.sample())
"""

from perpsim_gym import Gym, need
from perpsim_trader import AGENT, MARKET, Trader, View, usual_reward

gymnasium, np = need("gymnasium", "numpy")


def spaces_of(trader):
    """The spaces of observations and actions of a trader; docs/gym.md has their units."""
    observation = gymnasium.spaces.Box(np.array(trader.low), np.array(trader.high), dtype=np.float64)
    far = trader.max_distance
    action = gymnasium.spaces.Box(np.array([-far, -far, 0.0, 0.0]), np.array([far, far, 1.0, 1.0]), dtype=np.float64)
    return observation, action


def picture_of(trader, width=480, height=320):
    """The episode so far as an array of height, width and three colours."""
    return np.frombuffer(bytes(trader.picture(width, height)), dtype=np.uint8).reshape(height, width, 3)


class PerpsimEnv(gymnasium.Env):
    """An episode is one run of the scenario. It is truncated at the end of the scenario, and terminates when the account is worth nothing."""

    metadata = {"render_modes": ["rgb_array"], "render_fps": 10}

    def __init__(self, scenario, agent=None, symbol=None, step_ms=None, depth=5, reward=usual_reward, render_mode=None, overrides=None, until=None, command=None, **trader):
        """`agent` and `symbol` are those of the scenario's strategy without a name. `reward(before, after)` gets two views; `trader` are
        the `size`, `max_position` and `max_distance` of Trader."""
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"render_mode must be None or rgb_array (got {render_mode})")
        self.render_mode, self.reward = render_mode, reward
        self.gym = Gym(scenario, command, overrides, until)
        try:
            opened = self.gym.open(
                agents=None if agent is None else [agent],
                symbols=None if symbol is None else [symbol],
                stepMs=step_ms,
                depth=depth,
                market=MARKET,
                agent=AGENT,
            )
            self.trader = Trader(opened, opened["symbols"][0], **trader)
        except BaseException:
            self.gym.close()
            raise
        self.observation_space, self.action_space = spaces_of(self.trader)

    def reset(self, *, seed=None, options=None):
        """Begins an episode. Equal seeds and actions give equal episodes; without a seed the next one is drawn from the last."""
        super().reset(seed=seed)
        drawn = int(self.np_random.integers(2**31)) if seed is None else seed
        (observation,) = self.gym.reset([drawn])
        view = View(observation)
        self.trader.begin(view)
        return self._numbers(view), self._info(view, [])

    def step(self, action):
        requests = self.trader.requests([float(number) for number in action])
        ((results, observation),) = self.gym.step([requests])
        view = View(observation)
        before = self.trader.follow(view)
        terminated = view.value <= 0
        return self._numbers(view), float(self.reward(before, view)), terminated, view.ended and not terminated, self._info(view, results)

    def render(self):
        """The episode so far as an array of 320 rows of 480 pixels of red, green and blue; None without a render_mode."""
        return None if self.render_mode is None else picture_of(self.trader)

    def close(self):
        self.gym.close()

    def digest(self):
        """Digest of the episode so far."""
        return self.gym.digest()[0]

    def _numbers(self, view):
        return np.array(self.trader.numbers(view), dtype=np.float64)

    def _info(self, view, results):
        """What the numbers leave out: exchange time, exact texts, fills of the step, and what came of its requests."""
        return {"now": view.now, "value": view.raw[3][0][0], "fills": view.fills, "results": results}
