"""Learns how far from the mid to quote, cell by cell as in a notebook: cross-entropy search over eight episodes at a time. No packages needed.

    python3 examples/python/learn_to_quote.py [SCENARIO] [UNTIL]
"""

import random
import sys
from statistics import mean, stdev

from perpsim_gym import Gym
from perpsim_trader import AGENT, MARKET, Trader, View

# %% Eight environments of one scenario. Every generation plays the same seeds, so that what differs is the quotes.
scenario = sys.argv[1] if len(sys.argv) > 1 else "market-making/informed-taker"
until = sys.argv[2] if len(sys.argv) > 2 else "1m"
PLACES, GENERATIONS, KEPT = 8, 4, 3
gym = Gym(scenario, until=until)
opened = gym.open(environments=PLACES, market=MARKET, agent=AGENT, stepMs=1000)
traders = [Trader(opened, opened["symbols"][0]) for _ in range(PLACES)]


# %% One episode in each environment, each with a distance of its own. The reward is the change of the account value.
def play(distances, seed):
    for trader, observation in zip(traders, gym.reset([seed] * PLACES)):
        trader.begin(View(observation))
    ended = False
    while not ended:
        requests = [trader.requests([distance, distance, 1.0, 1.0]) for trader, distance in zip(traders, distances)]
        for trader, (_, observation) in zip(traders, gym.step(requests)):
            trader.follow(View(observation))
        ended = traders[0].last.ended
    return [trader.last.value - trader.first.value for trader in traders]


# %% The best of each generation say where the next one looks.
draw = random.Random(7)
centre, width = 4.0, 3.0
for generation in range(GENERATIONS):
    distances = [max(0.1, draw.gauss(centre, width)) for _ in range(PLACES)]
    earned = play(distances, seed=generation + 1)
    best = sorted(zip(earned, distances), reverse=True)[:KEPT]
    centre, width = mean(distance for _, distance in best), max(0.2, stdev(distance for _, distance in best))
    print(f"generation {generation + 1}: earned {mean(earned):.2f} on average, {best[0][0]:.2f} with quotes {best[0][1]:.1f} basis points from the mid")

# %% What came out holds for this scenario, these seeds and this size; docs/sweeps.md says how to tell whether it holds for others.
print(f"quote {centre:.1f} basis points from the mid")
gym.close()
