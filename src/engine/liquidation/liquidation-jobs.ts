import type { Jobs } from '../handlers.ts';
import { NOTHING_DUE } from '../job-result.ts';

/** A pause that ends makes the settling that follows look again; nothing else happens at that moment. */
export const LIQUIDATION_JOBS: Jobs<'liquidation' | 'vaultUnwind'> = {
  liquidation: () => NOTHING_DUE,
  vaultUnwind: () => NOTHING_DUE,
};
