"""The environments, by the checkers of Gymnasium and PettingZoo where these are installed, and by what those ask for in our own words.

    PERPSIM_COMMAND="node bin/perpsim.js" python3 -m pytest examples/python/tests/test_env.py

`python3 examples/python/tests/test_env.py` does the same without pytest. Where a library is missing, a stand-in of the classes that the
environments use is in its place, and only our words are checked.
"""

import inspect
import sys
from importlib.util import find_spec
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
REAL = {name for name in ("gymnasium", "pettingzoo") if find_spec(name) is not None}
if REAL != {"gymnasium", "pettingzoo"}:
    # Behind what is installed: a library that is here is taken as it is.
    sys.path.append(str(HERE / "stand_in"))

import numpy as np  # noqa: E402
from perpsim_env import PerpsimEnv  # noqa: E402
from perpsim_parallel import PerpsimParallelEnv  # noqa: E402

SCENARIO = "market-making/informed-taker"
SHORT = "6s"


def env_of(**more):
    return PerpsimEnv(SCENARIO, step_ms=1000, until=SHORT, **more)


def episode(env, seed, actions):
    """Everything that an episode shows, to compare."""
    observation, _ = env.reset(seed=seed)
    shown = [observation.tolist()]
    for action in actions:
        observation, reward, terminated, truncated, info = env.step(action)
        shown.append([observation.tolist(), reward, terminated, truncated, info])
        if terminated or truncated:
            break
    return shown


def test_what_gymnasium_asks_of_an_environment():
    env = env_of(render_mode="rgb_array")
    try:
        if "gymnasium" in REAL:
            from gymnasium.utils.env_checker import check_env

            check_env(env, skip_render_check=True)
        # The signatures that wrappers call.
        assert {"seed", "options"} <= set(inspect.signature(env.reset).parameters)
        assert all(inspect.signature(env.reset).parameters[name].kind is inspect.Parameter.KEYWORD_ONLY for name in ("seed", "options"))
        assert inspect.signature(env.reset).parameters["seed"].default is None
        # Spaces have bounds, an order, and a type; what is sampled lies in them.
        for space in (env.observation_space, env.action_space):
            assert space.shape == space.low.shape == space.high.shape and len(space.shape) == 1
            assert np.all(np.isfinite(space.low)) and np.all(np.isfinite(space.high)) and np.all(space.low < space.high)
            assert space.sample() in space
        assert len(env.trader.names) == env.observation_space.shape[0]
        # reset: an observation of the space and a dict; its random numbers are those of its seed.
        observation, info = env.reset(seed=123)
        assert observation in env.observation_space and observation.dtype == env.observation_space.dtype and isinstance(info, dict)
        drawn = env.np_random.random()
        again, _ = env.reset(seed=123)
        assert np.array_equal(observation, again) and env.np_random.random() == drawn
        env.reset(seed=456)
        assert env.np_random.random() != drawn
        assert env.reset(seed=123, options={})[0].shape == observation.shape
        # Without a seed the next episode is another one, and still follows from the seed.
        followed = [env.reset(seed=9)[0], env.reset()[0], env.digest()]
        assert followed[2] == [env.reset(seed=9)[0], env.reset()[0], env.digest()][2]
        # step: five values of the right types.
        env.reset(seed=1)
        stepped = env.step(env.action_space.sample())
        assert len(stepped) == 5
        observation, reward, terminated, truncated, info = stepped
        assert observation in env.observation_space and isinstance(info, dict)
        assert isinstance(reward, float) and np.isfinite(reward) and isinstance(terminated, bool) and isinstance(truncated, bool)
        assert env.unwrapped is env and env.metadata["render_modes"] == ["rgb_array"] and env.metadata["render_fps"] > 0
    finally:
        env.close()
    try:
        env_of(render_mode="human")
        raise AssertionError("a render mode that does not exist was taken")
    except ValueError as error:
        assert "rgb_array" in str(error)


def test_an_episode_ends_with_the_scenario_and_repeats_by_its_seed():
    env = env_of()
    try:
        actions = [np.array([-10.0, 15.0, 1.0, 1.0]) if step == 0 else np.array([2.0, 2.0, 0.5, 0.5]) for step in range(6)]
        first, digest = episode(env, 5, actions), env.digest()
        assert [step[3] for step in first[1:]] == [False] * 5 + [True] and not any(step[2] for step in first[1:])
        # The quote beyond the mid was filled, and the rewards are the change of the account value.
        held = [step[0][env.trader.names.index("position")] for step in first[1:]]
        assert held[0] > 0
        value = first[-1][0][env.trader.names.index("valueChange")]
        assert abs(sum(step[1] for step in first[1:]) - value) < 1e-6 and value != 0
        assert episode(env, 5, actions) == first and env.digest() == digest
        assert episode(env, 6, actions) != first and env.digest() != digest
        refused = [result for step in first[1:] for result in step[4]["results"] if "error" in result]
        assert refused == [], refused
    finally:
        env.close()


def test_the_picture_is_of_the_episode():
    env = env_of(render_mode="rgb_array")
    try:
        env.reset(seed=5)
        empty = env.render()
        for _ in range(5):
            env.step(np.array([-10.0, 15.0, 1.0, 1.0]))
        picture = env.render()
        assert picture.shape == (320, 480, 3) and picture.dtype == np.uint8
        assert np.count_nonzero(picture != empty) > 500
        # A fill is green.
        assert np.any(np.all(picture == (0, 140, 80), axis=2))
        assert env_is_quiet_without_a_mode()
    finally:
        env.close()


def env_is_quiet_without_a_mode():
    env = env_of()
    try:
        env.reset(seed=1)
        return env.render() is None
    finally:
        env.close()


def test_what_pettingzoo_asks_of_a_parallel_environment():
    env = PerpsimParallelEnv(SCENARIO, agents=["me", "rises", "falls"], step_ms=1000, until=SHORT, render_mode="rgb_array")
    try:
        if "pettingzoo" in REAL:
            from pettingzoo.test import parallel_api_test

            parallel_api_test(env, num_cycles=20)
        assert env.possible_agents == ["me", "rises", "falls"] and env.metadata["name"]
        for agent in env.possible_agents:
            # The same object each time: seeds of a space would be lost otherwise.
            assert env.observation_space(agent) is env.observation_space(agent) and env.action_space(agent) is env.action_space(agent)
        assert env.action_space("me") is not env.action_space("rises")
        for _ in range(2):
            observations, infos = env.reset(seed=3)
            assert set(observations) == set(infos) == set(env.agents) == set(env.possible_agents)
            assert env.num_agents == env.max_num_agents == 3
            steps = 0
            while env.agents:
                living = list(env.agents)
                actions = {agent: env.action_space(agent).sample() for agent in living}
                observations, rewards, terminations, truncations, infos = env.step(actions)
                for shown in (observations, rewards, terminations, truncations, infos):
                    assert set(shown) == set(living)
                assert all(observations[agent] in env.observation_space(agent) for agent in living)
                assert all(isinstance(reward, float) for reward in rewards.values())
                # Who is done is no longer among the agents, and nobody comes back.
                assert env.agents == [agent for agent in living if not (terminations[agent] or truncations[agent])]
                steps += 1
            assert steps == 6
        assert env.render().shape == (320, 480, 3)
        both = []
        for _ in range(2):
            env.reset(seed=4)
            env.step({"me": [-5.0, 5.0, 1.0, 0.0], "rises": [5.0, -5.0, 0.0, 1.0], "falls": [5.0, 5.0, 0.0, 0.0]})
            both.append(env.digest())
        assert both[0] == both[1]
    finally:
        env.close()


if __name__ == "__main__":
    tests = [(name, test) for name, test in list(globals().items()) if name.startswith("test_")]
    for name, test in tests:
        test()
    print(f"{len(tests)} passed, 0 failed; checked by {', '.join(sorted(REAL)) or 'our own words alone'}")
