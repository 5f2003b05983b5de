import { stateDigest } from '../../src/engine/canonical-state.ts';
import { JournalReplay } from '../../src/inspect/replay/journal-replay.ts';
import type { Golden } from './files.ts';
import { perform, type Play } from './play.ts';

export interface Made {
  /** The journal as text. */
  readonly text: string;
  readonly golden: Golden;
  /** Events that the play promises and that did not occur. */
  readonly missing: readonly string[];
}

/** Plays a script, and takes down its journal and digests. */
export async function make(play: Play): Promise<Made> {
  const exchange = await perform(play);
  try {
    const text = [...exchange.control.journal()].join('');
    const { replay, types } = replayed(play.name, text);
    const { state, chain } = replay;
    const golden = { inputs: state.inputSeq, events: state.eventSeq, chain: chain.value(), state: stateDigest(state) };
    return { text, golden, missing: play.causes.filter((type) => !types.has(type)) };
  } finally {
    await exchange.close();
  }
}

/**
 * Replays a journal as text and compares every digest in it.
 *
 * @throws Error at the first that differs
 */
export function replayed(name: string, text: string): { replay: JournalReplay; types: ReadonlySet<string> } {
  const replay = new JournalReplay({ checks: true });
  const types = new Set<string>();
  for (const line of text.trimEnd().split('\n')) {
    replay.apply(replay.read(line));
    for (const { type } of replay.events) types.add(type);
  }
  if (replay.mismatch) throw new Error(`${name}: the replay differs: ${JSON.stringify(replay.mismatch)}`);
  return { replay, types };
}
