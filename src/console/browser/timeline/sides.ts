/** One side of a comparison: a run that is served here, and a moment of it. Its text is a part of the address of the page. */
export interface Side {
  /** `this` for the exchange of the page, else the port of a branch. */
  readonly run: string;
  readonly moment: Place;
}

/** A moment as it is asked for. */
export type Place =
  | { readonly of: 'end' }
  | { readonly of: 'input'; readonly input: number }
  | { readonly of: 'time'; readonly at: number };

export const END: Place = { of: 'end' };
export const THIS_RUN = 'this';

/** After whatever has happened. */
const FAR = 999_999_999_999_999;

/** Reads `this.end`, `9731.i411` or `9731.t1767571800000`; undefined for another text. */
export function sideOf(text: string): Side | undefined {
  const [, run = '', kind = '', number] = /^(this|\d{1,5})\.(?:(end)|([it]\d{1,15}))$/.exec(text) ?? [];
  if (run === '') return undefined;
  if (kind !== '') return { run, moment: END };
  const value = Number(number?.slice(1));
  return { run, moment: number?.startsWith('i') ? { of: 'input', input: value } : { of: 'time', at: value } };
}

/** The text of a side. */
export function sideText({ run, moment }: Side): string {
  if (moment.of === 'end') return `${run}.end`;
  return moment.of === 'input' ? `${run}.i${moment.input}` : `${run}.t${moment.at}`;
}

/** Whose figures and which book are compared; empty for the first there is. */
export interface Compared {
  readonly market: string;
  readonly account: string;
}

/** The route that reads it. */
export function sidePath({ run, moment }: Side, { market, account }: Compared): string {
  const place = moment.of === 'input' ? `input=${moment.input}` : `at=${moment.of === 'end' ? FAR : moment.at}`;
  const of = run === THIS_RUN ? '' : `&branch=${run}`;
  return `/moment?${place}${of}${market === '' ? '' : `&market=${encodeURIComponent(market)}`}${account === '' ? '' : `&account=${account}`}`;
}

/** The route that says where two runs part, and whether its sides are the other way round; null for one run. */
export function partingPath(left: string, right: string): { readonly path: string; readonly isTurned: boolean } | null {
  if (left === right) return null;
  if (right === THIS_RUN) return { path: `/branches/${left}/parting`, isTurned: true };
  return { path: `/branches/${right}/parting${left === THIS_RUN ? '' : `?with=${left}`}`, isTurned: false };
}

/**
 * Reads what somebody writes for a moment: `end` or `now`, the number of an input, a time of the day that is shown, or a whole
 * date; undefined for another text. All times are UTC.
 */
export function placeIn(text: string, shownAt: number): Place | undefined {
  const written = text.trim().toLowerCase();
  if (written === '' || written === 'end' || written === 'now') return END;
  const input = /^(?:input )?(\d[\d,]{0,11})$/.exec(written)?.[1];
  if (input !== undefined) return { of: 'input', input: Number(input.replaceAll(',', '')) };
  const time = /^\d{1,2}:\d{2}(:\d{2}(\.\d{1,3})?)?$/.test(written);
  const day = new Date(shownAt).toISOString().slice(0, 10);
  const parsed = time
    ? Date.parse(`${day}T${written.padStart(written.indexOf(':') === 1 ? written.length + 1 : 0, '0')}Z`)
    : dateIn(text.trim());
  return Number.isFinite(parsed) && parsed >= 0 ? { of: 'time', at: parsed } : undefined;
}

/** A date with a time as the console writes it, or ISO 8601. */
const dateIn = (text: string): number =>
  /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text)
    ? Date.parse(text)
    : Date.parse(/^\d{1,2} \w+ \d{4},/.test(text) ? `${text} UTC` : 'no');
