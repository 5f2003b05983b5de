import { counted, plural } from '../../kernel/words.ts';
import { additionText } from './additions.ts';
import type { Gain, Outlook } from './outlook.ts';

/** What could be proven and what a richer profile would add, as the lines of a terminal. */
export function outlookLines(outlook: Outlook): string[] {
  const { clauses } = outlook;
  const rows = additionRows(outlook);
  const width = Math.max(0, ...rows.map(([what]) => what.length));
  return [
    `would prove ${counted(clauses.provable)} of the ${plural(clauses.cited, 'clause')} that these scenarios cite, of ${counted(clauses.contract)} of the contract`,
    ...(rows.length === 0 ? [] : ['', `${'a richer profile would add'.padEnd(width)}  scenarios  clauses`]),
    ...rows.map(
      ([what, { scenarios, clauses: more }]) =>
        `${what.padEnd(width)}  ${counted(scenarios).padStart(9)}  ${counted(more).padStart(7)}`,
    ),
  ];
}

/**
 * Each addition in words with what it adds; all together stand before the control plane.
 *
 * @param withSetting says where a profile gives it
 */
export function additionRows(
  { additions, together }: Pick<Outlook, 'additions' | 'together'>,
  withSetting = true,
): (readonly [what: string, gain: Gain])[] {
  const own = additions.filter(({ name }) => name !== 'control-plane');
  const steered = additions.filter(({ name }) => name === 'control-plane');
  const named = ({ name, ...gain }: (typeof additions)[number]): readonly [string, Gain] => [
    additionText(name, withSetting),
    gain,
  ];
  const isMore = together.scenarios > Math.max(0, ...own.map(({ scenarios }) => scenarios));
  return [
    ...own.map(named),
    ...(isMore ? [[own.length === 0 ? 'several additions at once' : 'all of these together', together] as const] : []),
    ...steered.map(named),
  ];
}
