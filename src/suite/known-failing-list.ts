import { parse } from 'yaml';
import { tagExpression } from './suite/select.ts';

/** What a target is known to get wrong, for how long that may be so, and where it is being worked on. */
export interface KnownFailing {
  readonly about: { readonly kind: 'scenario' | 'clause' | 'tags'; readonly value: string };
  readonly reason: string;
  readonly link: string;
  /** `YYYY-MM-DD`; the entry holds through this day. */
  readonly expires: string;
}

/** A list that cannot be understood; the text names entry and field. */
export class KnownFailingError extends Error {
  override readonly name = 'KnownFailingError';
}

const SUBJECTS = ['scenario', 'clause', 'tags'] as const;
const FIELDS = ['reason', 'link', 'expires'] as const;

/**
 * The entries of a list in YAML:
 *
 *     - scenario: features/trade/cancelOrders.feature:12   # or clause: ID, or tags: a tag expression
 *       reason: why it fails
 *       link: https://...
 *       expires: 2026-12-31
 *
 * @throws KnownFailingError for anything else
 */
export function readKnownFailing(text: string): KnownFailing[] {
  let list: unknown;
  try {
    list = parse(text, { schema: 'failsafe' });
  } catch (error) {
    throw new KnownFailingError(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
  }
  // A file of comments alone is a list without entries.
  if (list === null || list === '') return [];
  if (!Array.isArray(list)) throw new KnownFailingError('a list of entries is expected');
  return (list as readonly unknown[]).map((entry, index) => entryOf(entry, `entry ${index + 1}`));
}

function entryOf(entry: unknown, where: string): KnownFailing {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
    throw new KnownFailingError(`${where}: fields are expected, such as scenario, reason, link and expires`);
  }
  const fields = entry as Readonly<Record<string, unknown>>;
  const allowed: readonly string[] = [...SUBJECTS, ...FIELDS];
  const unknown = Object.keys(fields).find((field) => !allowed.includes(field));
  if (unknown !== undefined) throw new KnownFailingError(`${where}: ${unknown} is none of ${allowed.join(', ')}`);
  const [kind, ...more] = SUBJECTS.filter((subject) => fields[subject] !== undefined);
  if (kind === undefined || more.length > 0) {
    throw new KnownFailingError(`${where}: exactly one of ${SUBJECTS.join(', ')} is expected`);
  }
  const textOf = (field: string): string => {
    const value = fields[field];
    if (value === undefined || value === '') throw new KnownFailingError(`${where}: ${field} is missing`);
    if (typeof value !== 'string') throw new KnownFailingError(`${where}: ${field} must be text`);
    return value;
  };
  const known = { about: { kind, value: textOf(kind) }, reason: textOf('reason'), link: textOf('link') };
  checkSubject(known.about, where);
  const expires = textOf('expires');
  if (!isDate(expires))
    throw new KnownFailingError(`${where}: expires must be a date such as 2026-12-31, not ${expires}`);
  return { ...known, expires };
}

function checkSubject({ kind, value }: KnownFailing['about'], where: string): void {
  if (kind === 'scenario' && !/^features\/.+\.feature:\d+$/.test(value)) {
    throw new KnownFailingError(`${where}: scenario must be an id such as features/trade/cancelOrders.feature:12`);
  }
  if (kind !== 'tags') return;
  try {
    tagExpression(value);
  } catch (error) {
    throw new KnownFailingError(`${where}: tags: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** A day that the calendar has. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
