import { When } from '@cucumber/cucumber';
import type { ExchangeWorld } from '../support/world.ts';

const MILLIS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  minutes: 60_000,
  hours: 3_600_000,
  days: 86_400_000,
};

When(/^(\d+) (ms|s|minutes|hours|days) pass$/, async function (this: ExchangeWorld, amount: string, unit: string) {
  if (this.watchesFacts) await this.lookAtFacts();
  await this.pass(Number(amount) * (MILLIS[unit] ?? 1));
});
