import type { GroupRules } from './group.ts';

/** A group that does nothing; it looks once an hour. */
export const IDLE: GroupRules = {
  accounts: () => [],
  memory: () => [],
  act: ({ memory }) => ({ commands: [], memory, afterMs: 3_600_000 }),
};
