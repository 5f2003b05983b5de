import { isDeepStrictEqual } from 'node:util';
import type { ExchangeConfig } from '../../engine/config.ts';
import { settingsOf } from '../../exchange/options.ts';
import { WorldFileError } from '../../exchange/world/read.ts';
import type { WorldFile } from '../../exchange/world/world-file.ts';
import { NotRecordable } from './not-recordable.ts';

/** A world by name or absolute file, or written out. */
export type RecordedWorld = string | WorldFile;

/** What decides over trades and positions. Limits and nonces are settings of an exchange, and no part of a world. */
const COMPARED = ['markets', 'collaterals', 'risk', 'devAccounts'] as const;

/** Throws NotRecordable when a journal was written in another world, so that a scenario of it would trade otherwise. */
export function checkWorld(world: RecordedWorld, name: string, config: ExchangeConfig): void {
  if (isWorldOf(world, config)) return;
  throw new NotRecordable(
    `has other markets than the world ${name}: name the scenario that it is a run of with --scenario, or the file of its world with --world`,
  );
}

function isWorldOf(world: RecordedWorld, config: ExchangeConfig): boolean {
  try {
    const named = settingsOf({ world }).config;
    return COMPARED.every((part) => isDeepStrictEqual(named[part], config[part]));
  } catch (error) {
    if (error instanceof WorldFileError) return false;
    throw error;
  }
}
