import type { ExchangeConfig } from '../../engine/config.ts';
import { canonicalJson } from '../../kernel/canonical-json.ts';
import { ControlError } from '../control-error.ts';
import type { DumpHeader } from '../journal/dump.ts';
import type { Settings } from '../options.ts';

/** Parts of the configuration that an option of their own decides; the world decides all others. */
const OPTION_OF: ReadonlyMap<string, string> = new Map([
  ['seed', 'seed'],
  ['startTime', 'startTime'],
  ['nonceRule', 'nonceRule'],
  ['limits', 'limits'],
]);

/**
 * Checks that what was asked for is what a directory holds: an exchange goes on as it began.
 *
 * @throws ControlError that names the option, both values and the ways out
 */
export function checkAgreement(directory: string, wanted: Settings, held: DumpHeader): void {
  if (wanted.serviceName !== held.serviceName) {
    throw contradiction(directory, 'serviceName', wanted.serviceName, held.serviceName);
  }
  const parted = firstDifference(wanted.config, held.config, '');
  if (!parted) return;
  const [part = ''] = parted.path.split(/[.[]/);
  const option = OPTION_OF.get(part) ?? 'world';
  if (option !== 'world') throw contradiction(directory, option, parted.one, parted.other, parted.path);
  if (wanted.world !== held.world) throw contradiction(directory, 'world', wanted.world, held.world);
  const message = `${parted.path} of the world ${wanted.world} is ${parted.one}, but the exchange in ${directory} began with ${parted.other}: ${WAYS_OUT}`;
  throw new ControlError('INVALID_VALUE', 'world', message);
}

const WAYS_OUT = 'leave the option out to go on with what is there, or choose another directory';

function contradiction(directory: string, option: string, one: string, other: string, path = option): ControlError {
  const message = `${path} ${one} was asked for, but the exchange in ${directory} has ${other}: ${WAYS_OUT}`;
  return new ControlError('INVALID_VALUE', option, message);
}

interface Difference {
  readonly path: string;
  readonly one: string;
  readonly other: string;
}

/** The first part in which two configurations differ. */
function firstDifference(one: unknown, other: unknown, path: string): Difference | null {
  if (!isBranch(one) || !isBranch(other)) {
    return textOf(one) === textOf(other) ? null : { path, one: textOf(one), other: textOf(other) };
  }
  for (const key of new Set([...Object.keys(one), ...Object.keys(other)]) as Set<keyof ExchangeConfig>) {
    const below = Array.isArray(one) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
    const found = firstDifference(
      (one as Partial<ExchangeConfig>)[key],
      (other as Partial<ExchangeConfig>)[key],
      below,
    );
    if (found) return found;
  }
  return null;
}

const isBranch = (value: unknown): value is object => typeof value === 'object' && value !== null;

function textOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'bigint') return String(value);
  const text = canonicalJson(value);
  return text.length > 60 ? `${text.slice(0, 60)}...` : text;
}
