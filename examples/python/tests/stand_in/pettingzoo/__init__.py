"""What PerpsimParallelEnv uses of PettingZoo, for machines that cannot install it: the tests put this folder on the path there, and only there."""


class ParallelEnv:
    metadata = {}
    agents = []
    possible_agents = []

    @property
    def num_agents(self):
        return len(self.agents)

    @property
    def max_num_agents(self):
        return len(self.possible_agents)

    @property
    def unwrapped(self):
        return self
