import { formatUnits } from '../../kernel/decimal.ts';
import type { AccountNo } from '../../kernel/ids.ts';

/**
 * What the books were held against: an event's own figures, the state that a replay came to, the ledger at the end of
 * a journal, or that of a running exchange.
 */
export type Against = 'event' | 'replay' | 'journal' | 'exchange';

/** A figure that differs from what trades, payments and transfers add up to. */
export interface AuditFinding {
  readonly against: Against;
  /** Sequence and type of the event it was found at; null for what was found when the books were closed. */
  readonly seq: number | null;
  readonly event: string | null;
  /** Null where no subaccount is concerned. */
  readonly account: AccountNo | null;
  /** The asset or the market. */
  readonly subject: string;
  /** Which figure, in words. */
  readonly what: string;
  /** Amounts as decimal text. */
  readonly expected: string;
  readonly found: string;
}

export type Figure = bigint | number | string | null;

/** An early mistake can cause findings in all later events, so only the first ones are kept and the others counted. */
const KEPT_MAX = 100;

/** Everything that was found, in the order it was found. */
export class Findings {
  readonly kept: AuditFinding[] = [];
  total = 0;

  add(finding: AuditFinding): void {
    this.total += 1;
    if (this.kept.length < KEPT_MAX) this.kept.push(finding);
  }

  /** Adds a finding unless both figures are the same. */
  compare(about: Omit<AuditFinding, 'expected' | 'found'>, expected: Figure, found: Figure): void {
    if (expected !== found) this.add({ ...about, expected: textOf(expected), found: textOf(found) });
  }
}

/** A bigint is an amount in units; a number is a count. */
const textOf = (figure: Figure): string =>
  typeof figure === 'bigint' ? formatUnits(figure) : figure === null ? 'none' : String(figure);
