import { type Jobs, NOTHING_DUE } from '../handlers.ts';

/** The end of a pause causes no event of its own: the risk update that follows finds what is due. */
export const LIQUIDATION_JOBS: Jobs<'liquidation' | 'vaultUnwind'> = {
  liquidation: () => NOTHING_DUE,
  vaultUnwind: () => NOTHING_DUE,
};
