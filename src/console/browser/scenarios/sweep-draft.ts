/** What a reader types to start a sweep. */
export interface SweepDraft {
  readonly seeds: string;
  readonly varied: readonly { readonly path: string; readonly values: string }[];
}

/** Decimal text, as the numbers of a scenario are. */
export const NUMBER = /^-?\d{1,15}(?:\.\d{1,18})?$/;

export const valuesIn = (text: string): string[] =>
  text
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '');

/** Returns how many runs a draft asks for, or what is wrong with it, with the field. */
export function runsOf({
  seeds,
  varied,
}: SweepDraft): { readonly runs: number } | { readonly field: 'seeds' | number; readonly problem: string } {
  const count = /^\d{1,4}$/.test(seeds.trim()) ? Number(seeds) : 0;
  if (count < 1 || count > 1_000) return { field: 'seeds', problem: 'a whole number from 1 to 1000' };
  let runs = count;
  for (const [place, { values }] of varied.entries()) {
    const read = valuesIn(values);
    const isRight = read.length > 0 && read.every((value) => NUMBER.test(value));
    if (!isRight) return { field: place, problem: 'numbers with commas between, such as 2,4,8' };
    if (new Set(read).size < read.length) return { field: place, problem: 'each value once' };
    runs *= read.length;
  }
  return { runs };
}

/** Three values around that of the scenario: half of it, itself and twice it; whole numbers stay whole. */
export function valuesAround(value: string): string {
  const number = Number(value);
  if (!(number > 0)) return value;
  const isWhole = !value.includes('.');
  const half = isWhole ? Math.max(1, Math.floor(number / 2)) : number / 2;
  const all = [half, number, number * 2].map((each) => String(isWhole ? each : Number(each.toFixed(8))));
  return [...new Set(all)].join(',');
}
