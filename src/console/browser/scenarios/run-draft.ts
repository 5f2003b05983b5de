import { NUMBER } from './sweep-draft.ts';

/** What a reader types to start a run; an empty text leaves what the scenario has. */
export interface RunDraft {
  readonly seed: string;
  readonly numbers: Readonly<Record<string, string>>;
}

/** Returns what is wrong with a draft, by field: `seed`, or the path of a number. */
export function problemsOf({ seed, numbers }: RunDraft): Readonly<Record<string, string>> {
  const isSeed = /^[A-Za-z0-9._-]{0,64}$/.test(seed.trim());
  return {
    ...(!isSeed && { seed: '1 to 64 letters, digits, dots, _ and -, such as 7' }),
    ...Object.fromEntries(
      Object.entries(numbers)
        .filter(([, text]) => text.trim() !== '' && !NUMBER.test(text.trim()))
        .map(([path]) => [path, 'a number, such as 2.5']),
    ),
  };
}

/** The numbers that differ from those of the scenario, as a job takes them. */
export const setOf = ({ numbers }: RunDraft): string[] =>
  Object.entries(numbers).flatMap(([path, text]) => (text.trim() === '' ? [] : [`${path}=${text.trim()}`]));
