/**
 * What `perpsim certify` gives a bot beside the environment of `perpsim run --bot` (`src/client/bot-options.ts`): this is the only
 * list of it. `docs/certify.md` describes it for those who write bots.
 */
export const DRILL_ENVIRONMENT = {
  /**
   * An empty folder at the start of each drill, which stays when the bot is killed and started again in it. A bot keeps there what it
   * has to know after a restart.
   */
  stateFolder: 'PERPSIM_STATE_DIR',
} as const;
