import { expect, test } from 'vitest';
import { parseUnits } from '../../kernel/decimal.ts';
import { RandomInputs } from '../../kernel/random-inputs.test-helper.ts';
import { stepsOf } from './place-order.ts';

const TEXTS = 100_000;
const STEPS = [1, 100, 1_000, 1_000_000, 50_000_000, 100_000_000, 250_000_000];
const ALPHABET = '0000123456789..-+e x';

/** The count of steps from the exact value alone. */
function exactSteps(text: string, stepUnits: number): number | undefined {
  const units = parseUnits(text);
  if (units === undefined || units % BigInt(stepUnits) !== 0n) return undefined;
  const steps = units / BigInt(stepUnits);
  return steps <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(steps) : undefined;
}

test(`a text read digit by digit is the count that exact arithmetic gives, over ${TEXTS} random texts`, () => {
  const draw = new RandomInputs('grid', 'texts');
  let onGrid = 0;
  for (let index = 0; index < TEXTS; index += 1) {
    const length = draw.between(0, 20);
    const size = draw.chance(900_000) ? 15 : ALPHABET.length;
    let text = '';
    for (let at = 0; at < length; at += 1) text += ALPHABET.charAt(draw.between(0, size - 1));
    const stepUnits = STEPS[draw.between(0, STEPS.length - 1)] ?? 1;
    const expected = exactSteps(text, stepUnits);
    expect([text, stepUnits, stepsOf(text, stepUnits)]).toEqual([text, stepUnits, expected]);
    if (expected !== undefined) onGrid += 1;
  }
  // Enough of the texts must be numbers on the grid, or agreement would prove little.
  expect(onGrid).toBeGreaterThan(10_000);
});
