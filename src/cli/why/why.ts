import { readFileSync } from 'node:fs';
import { currentHost, onDisk } from '../../exchange/host.ts';
import { nearestHint } from '../../kernel/nearest.ts';
import { printableLines } from '../../kernel/printable.ts';
import { controlSite, Unreachable } from '../control-site.ts';
import { print, say } from '../output.ts';
import { reasonOf, UsageError } from '../usage-error.ts';
import { type SignatureReport, signatureText } from './signature-text.ts';
import type { Explanation } from '../../exchange/why/explanation.ts';
import { explanationText, listText } from './why-text.ts';

/** Flags as commander collects them. */
export interface WhyFlags {
  readonly target?: string;
  readonly controlToken?: string;
  readonly item?: string;
  readonly symbol?: string;
  readonly address?: string;
  readonly json?: boolean;
}

/** 0 explained, 1 it is not known, 3 there was no exchange. */
export type WhyExit = 0 | 1 | 3;

interface Kind {
  /** Whether an id must, may or must not follow. */
  readonly id: 'needed' | 'optional' | 'none';
  /** The flag that goes with it, under the name of the query. */
  readonly flag?: 'item' | 'symbol' | 'address';
  /** The response as text. */
  readonly text: (response: unknown) => string;
}

const explained = (response: unknown): string => explanationText(response as Explanation);
/** @param name - of the field that holds the list in the response */
const listed = (name: string) => (response: unknown) =>
  listText(name, (response as Record<string, readonly Record<string, unknown>[]>)[name] ?? []);

const KINDS: ReadonlyMap<string, Kind> = new Map([
  ['refusal', { id: 'needed', flag: 'item', text: explained }],
  ['refusals', { id: 'none', text: listed('refusals') }],
  ['signature', { id: 'needed', flag: 'address', text: (response) => signatureText(response as SignatureReport) }],
  ['margin', { id: 'needed', flag: 'symbol', text: explained }],
  ['order', { id: 'needed', text: explained }],
  ['funding', { id: 'needed', text: explained }],
  ['liquidation', { id: 'needed', text: explained }],
  ['liquidations', { id: 'optional', text: listed('liquidations') }],
  ['adl', { id: 'needed', text: explained }],
] satisfies [string, Kind][]);

const DEFAULT_TARGET = 'http://127.0.0.1:8700';

/**
 * Asks the control plane of a running exchange why, and prints its response.
 *
 * @throws UsageError for a kind that is none, an id that is missing or too many, a file that cannot be read, and what the
 * exchange finds wrong
 */
export async function why(kind: string, id: string | undefined, flags: WhyFlags): Promise<WhyExit> {
  const asked = questionOf(kind, id, flags);
  const site = controlSite(flags.target ?? DEFAULT_TARGET, flags.controlToken);
  try {
    const response = await (asked.body ? site.post(asked.path, asked.body) : site.json(asked.path));
    await print(flags.json ? `${JSON.stringify(response)}\n` : printableLines(asked.text(response)));
    return 0;
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    if (error.response?.status === 400) throw new UsageError(error.response.message);
    const unknown = error.response?.status === 404;
    say(unknown ? error.response.message : error.message);
    return unknown ? 1 : 3;
  }
}

interface Question {
  readonly path: string;
  /** Fields of a POST; left out for a GET. */
  readonly body?: object;
  readonly text: Kind['text'];
}

function questionOf(kind: string, id: string | undefined, flags: WhyFlags): Question {
  const known = KINDS.get(kind);
  if (!known) throw new UsageError(`why: there is nothing called ${kind}: ${nearestHint(kind, [...KINDS.keys()])}`);
  if (known.id === 'needed' && id === undefined) throw new UsageError(`why ${kind}: an id is missing, see --help`);
  if (known.id === 'none' && id !== undefined) throw new UsageError(`why ${kind} takes no id`);
  for (const flag of ['item', 'symbol', 'address'] as const) {
    if (flags[flag] !== undefined && known.flag !== flag) throw new UsageError(`why ${kind} takes no --${flag}`);
  }
  const { text } = known;
  if (kind === 'signature' && id !== undefined && !REQUEST_ID.test(id)) {
    const { address } = flags;
    return {
      path: '/why/signature',
      body: { request: requestIn(id), ...(address !== undefined && { address }) },
      text,
    };
  }
  const query = new URLSearchParams();
  const value = known.flag && flags[known.flag];
  if (known.flag && value !== undefined) query.set(known.flag, value);
  if (known.id === 'optional' && id !== undefined) query.set('subAccountId', id);
  const below = known.id === 'needed' && id !== undefined ? `/${encodeURIComponent(id)}` : '';
  const search = query.size > 0 ? `?${query.toString()}` : '';
  return { path: `/why/${kind}${below}${search}`, text };
}

const REQUEST_ID = /^[0-9a-f]{16}$/;

/** The text of a file, or of standard input; its numbers go on digit for digit. */
function requestIn(file: string): string {
  try {
    return file === '-' ? currentHost().stdin() : readFileSync(onDisk(file), 'utf8');
  } catch (error) {
    const neither = /^[0-9a-f]+$/i.test(file) ? ', and it is no request id of 16 lower-case hex digits' : '';
    throw new UsageError(`cannot read the request in ${file}: ${reasonOf(error)}${neither}`);
  }
}
