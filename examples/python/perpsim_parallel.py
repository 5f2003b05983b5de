"""PerpsimParallelEnv: several agents in one market of a scenario, as a PettingZoo parallel environment.

    env = PerpsimParallelEnv("market-making/informed-taker", agents=["me", "rises"])
    observations, infos = env.reset(seed=7)
    observations, rewards, terminations, truncations, infos = env.step({agent: env.action_space(agent).sample() for agent in env.agents})
"""

from perpsim_gym import Gym, need
from perpsim_trader import AGENT, MARKET, Trader, View, usual_reward

pettingzoo, np = need("pettingzoo", "numpy")
from perpsim_env import picture_of, spaces_of  # noqa: E402 (it needs gymnasium, which pettingzoo brings)


class PerpsimParallelEnv(pettingzoo.ParallelEnv):
    """Agents are accounts of the scenario. Each step sends their requests in the order of `possible_agents`, all at one moment."""

    metadata = {"render_modes": ["rgb_array"], "name": "perpsim_v0", "is_parallelizable": True, "render_fps": 10}

    def __init__(self, scenario, agents, symbol=None, step_ms=None, depth=5, reward=usual_reward, render_mode=None, overrides=None, until=None, command=None, **trader):
        """As PerpsimEnv, with the names of the accounts that the agents act for."""
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"render_mode must be None or rgb_array (got {render_mode})")
        self.render_mode, self.reward = render_mode, reward
        self.gym = Gym(scenario, command, overrides, until)
        try:
            symbols = None if symbol is None else [symbol]
            opened = self.gym.open(agents=list(agents), symbols=symbols, stepMs=step_ms, depth=depth, market=MARKET, agent=AGENT)
            traders = [Trader(opened, opened["symbols"][0], place, **trader) for place in range(len(agents))]
        except BaseException:
            self.gym.close()
            raise
        self.possible_agents, self.agents = list(agents), []
        self.traders = dict(zip(self.possible_agents, traders))
        spaces = {agent: spaces_of(own) for agent, own in self.traders.items()}
        self.observation_spaces = {agent: space[0] for agent, space in spaces.items()}
        self.action_spaces = {agent: space[1] for agent, space in spaces.items()}
        self._rng = np.random.default_rng()

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    def reset(self, seed=None, options=None):
        """Begins an episode with every agent. Equal seeds and actions give equal episodes; without a seed the next one is drawn from the last."""
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        drawn = int(self._rng.integers(2**31)) if seed is None else seed
        (observation,) = self.gym.reset([drawn])
        self.agents = list(self.possible_agents)
        views = {agent: View(observation, own.agent) for agent, own in self.traders.items()}
        for agent, view in views.items():
            self.traders[agent].begin(view)
        return self._numbers(views), {agent: self._info(view, [], self.traders[agent]) for agent, view in views.items()}

    def step(self, actions):
        requests = [request for agent in self.agents for request in self.traders[agent].requests([float(number) for number in actions[agent]])]
        ((results, observation),) = self.gym.step([requests])
        came = {agent: [result for request, result in zip(requests, results) if request[0] == self.traders[agent].agent] for agent in self.agents}
        views = {agent: View(observation, self.traders[agent].agent) for agent in self.agents}
        rewards = {agent: float(self.reward(self.traders[agent].follow(view), view)) for agent, view in views.items()}
        terminations = {agent: view.value <= 0 for agent, view in views.items()}
        truncations = {agent: view.ended and not terminations[agent] for agent, view in views.items()}
        infos = {agent: self._info(view, came[agent], self.traders[agent]) for agent, view in views.items()}
        self.agents = [agent for agent in self.agents if not (terminations[agent] or truncations[agent])]
        return self._numbers(views), rewards, terminations, truncations, infos

    def render(self):
        """The episode of the first agent so far, as PerpsimEnv draws it; None without a render_mode."""
        return None if self.render_mode is None else picture_of(self.traders[self.possible_agents[0]])

    def close(self):
        self.gym.close()

    def digest(self):
        """Digest of the episode so far."""
        return self.gym.digest()[0]

    def _numbers(self, views):
        return {agent: np.array(self.traders[agent].numbers(view), dtype=np.float64) for agent, view in views.items()}

    @staticmethod
    def _info(view, results, trader):
        return {"now": view.now, "value": view.raw[3][trader.agent][0], "fills": view.fills, "results": results}
