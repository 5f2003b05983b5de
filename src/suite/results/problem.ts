import { causeCodeOf } from '../../kernel/thrown.ts';
import { valueAt } from '../paths.ts';
import { isRecord } from '../records.ts';
import { parsed } from '../transports/transport.ts';

/** Longest text that a reason quotes. */
const LONGEST = 300;

/**
 * Returns what an error of a step says, in one line for a report: of a request that was not served as expected, its action and what was wrong
 * with the response; of any other error its first line.
 */
export function problemIn(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const place = lines.findIndex((line) => /^responded \d+$/.test(line));
  return (place < 0 ? lineIn(error, lines) : responseIn(lines, place)).slice(0, LONGEST);
}

/** An error of the network says why in its cause, and a comparison without words of its own what it compared in its second line. */
function lineIn(error: unknown, lines: readonly string[]): string {
  const [first = ''] = lines;
  const code = causeCodeOf(error);
  if (code !== undefined) return `${first} (${code})`;
  const at = first.indexOf('{"status":');
  const said = at < 0 ? undefined : wordsOf(parsed(first.slice(at)));
  if (said !== undefined) return `${first.slice(0, at)}${said}`;
  return /^Expected .*:$/.test(first) ? `${first} ${lines[1] ?? ''}` : first;
}

/** The lines of a request and its response: method and address, body, status, body. */
function responseIn(lines: readonly string[], place: number): string {
  const request = lines.slice(0, place);
  const body = parsed(request.at(-1) ?? '');
  const path = lines.slice(0, place).find((line) => /^[A-Z]+ https?:/.test(line)) ?? '';
  const named = valueAt(body, 'params.action');
  const action = typeof named === 'string' ? named : path.replace(/https?:\/\/[^/]+/, '');
  const change = /^with (.+)$/.exec(lines[0] ?? '')?.[0];
  const response = lines[place + 1] ?? '';
  const words = wordsOf(parsed(response)) ?? response;
  return `${action}${change === undefined ? '' : ` ${change}`} ${lines[place] ?? ''}: ${words}`;
}

/** The error of a response, or that of its first item that was refused; undefined where it has none. */
function wordsOf(body: unknown): string | undefined {
  const error = valueAt(body, 'error');
  if (isRecord(error)) return `${String(error['code'])} ${String(error['message'])}`;
  const statuses = valueAt(body, 'response.statuses');
  const items = Array.isArray(statuses) ? (statuses as unknown[]) : [];
  const place = items.findIndex((item) => valueAt(item, 'errorCode') !== undefined);
  const refused = items[place];
  return refused === undefined
    ? undefined
    : `item ${place} is refused with ${String(valueAt(refused, 'errorCode'))} ${String(valueAt(refused, 'error'))}`;
}
