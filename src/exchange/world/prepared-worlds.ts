import type { ExchangeConfig } from '../../engine/config.ts';

/** A world of the package that was read and checked when `perpsim serve` was built. */
export interface PreparedWorld {
  /** The files that it came from, and their texts then. */
  readonly files: readonly { readonly name: string; readonly text: string }[];
  /** Makes its configuration, without a seed. */
  readonly config: () => ExchangeConfig;
}

/** By name. None here: `scripts/prepare-worlds.mjs` puts others in place of this module. */
export const PREPARED: ReadonlyMap<string, PreparedWorld> = new Map();
