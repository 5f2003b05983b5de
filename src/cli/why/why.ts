import { printableLines } from '../../kernel/printable.ts';
import { controlSite, Unreachable } from '../control-site.ts';
import { print, say } from '../output.ts';
import { UsageError } from '../usage-error.ts';
import { type Explained, explanationText, listText } from './why-text.ts';

/** Flags as commander collects them. */
export interface WhyFlags {
  readonly target?: string;
  readonly controlToken?: string;
  readonly item?: string;
  readonly symbol?: string;
  readonly json?: boolean;
}

/** 0 explained, 1 it is not known, 3 there was no exchange. */
export type WhyExit = 0 | 1 | 3;

interface Kind {
  /** Whether an id must, may or must not follow. */
  readonly id: 'needed' | 'optional' | 'none';
  /** The flag that goes with it, under the name of the query. */
  readonly flag?: 'item' | 'symbol';
  /** Name of the field that holds a list in the response. */
  readonly list?: string;
}

const KINDS: ReadonlyMap<string, Kind> = new Map([
  ['refusal', { id: 'needed', flag: 'item' }],
  ['refusals', { id: 'none', list: 'refusals' }],
  ['margin', { id: 'needed', flag: 'symbol' }],
  ['funding', { id: 'needed' }],
  ['liquidation', { id: 'needed' }],
  ['liquidations', { id: 'optional', list: 'liquidations' }],
  ['adl', { id: 'needed' }],
] satisfies [string, Kind][]);

const DEFAULT_TARGET = 'http://127.0.0.1:8700';

/**
 * Asks the control plane of a running exchange why, and prints its response.
 *
 * @throws UsageError for a kind that is none, an id that is missing or too many, and what the exchange finds wrong
 */
export async function why(kind: string, id: string | undefined, flags: WhyFlags): Promise<WhyExit> {
  const path = pathOf(kind, id, flags);
  const site = controlSite(flags.target ?? DEFAULT_TARGET, flags.controlToken);
  try {
    const response = await site.json(path);
    await print(flags.json ? `${JSON.stringify(response)}\n` : printableLines(textOf(kind, response)));
    return 0;
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    if (error.response?.status === 400) throw new UsageError(error.response.message);
    const unknown = error.response?.status === 404;
    say(unknown ? error.response.message : error.message);
    return unknown ? 1 : 3;
  }
}

function pathOf(kind: string, id: string | undefined, flags: WhyFlags): string {
  const known = KINDS.get(kind);
  if (!known) throw new UsageError(`why: the kind must be one of ${[...KINDS.keys()].join(', ')} (got "${kind}")`);
  if (known.id === 'needed' && id === undefined) throw new UsageError(`why ${kind}: an id is missing, see --help`);
  if (known.id === 'none' && id !== undefined) throw new UsageError(`why ${kind} takes no id`);
  for (const flag of ['item', 'symbol'] as const) {
    if (flags[flag] !== undefined && known.flag !== flag) throw new UsageError(`why ${kind} takes no --${flag}`);
  }
  const query = new URLSearchParams();
  const value = known.flag && flags[known.flag];
  if (known.flag && value !== undefined) query.set(known.flag, value);
  if (known.id === 'optional' && id !== undefined) query.set('subAccountId', id);
  const below = known.id === 'needed' && id !== undefined ? `/${encodeURIComponent(id)}` : '';
  const search = query.size > 0 ? `?${query.toString()}` : '';
  return `/why/${kind}${below}${search}`;
}

function textOf(kind: string, response: unknown): string {
  const list = KINDS.get(kind)?.list;
  if (list === undefined) return explanationText(response as Explained);
  return listText(list, (response as Record<string, readonly Record<string, unknown>[]>)[list] ?? []);
}
