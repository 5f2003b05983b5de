/** A sound bot that is broken in one way, as `fixtures/bots/wrong-bots.mjs` lists it. */
export interface WrongBot {
  readonly name: string;
  /** What is wrong with it. */
  readonly wrong: string;
  /** Topic of the drills that ought to catch it. */
  readonly topic: string;
  /** The source that is changed: `from` stands in it once, and `to` takes its place. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** Reads the table of wrong bots, which is plain JavaScript because the bots run without a build. */
export async function wrongBots(): Promise<readonly WrongBot[]> {
  const table = new URL('../../fixtures/bots/wrong-bots.mjs', import.meta.url).href;
  const { WRONG_BOTS } = (await import(table)) as { readonly WRONG_BOTS: readonly WrongBot[] };
  for (const { name } of WRONG_BOTS) expectationOf(name);
  return WRONG_BOTS;
}

/** Where a wrong bot has to be caught, and by a finding that names its fault. */
export interface Expectation {
  /** Drills of which any may do it. */
  readonly drills: readonly string[];
  readonly invariant: string;
  /** What the finding of that invariant says. */
  readonly says: RegExp;
}

/** Returns what is expected of a wrong bot. One in Python is expected to be caught like its twin. */
export function expectationOf(name: string): Expectation {
  const [drill, invariant, says] = EXPECTED[name.replace(/^py-/, '')] ?? [];
  if (drill === undefined || invariant === undefined || says === undefined)
    throw new Error(`${name}: scripts/certify-matrix/bots.ts does not say which finding names its fault`);
  return { drills: [drill], invariant, says };
}

const EXPECTED: Readonly<Record<string, readonly [drill: string, invariant: string, says: RegExp]>> = {
  'retries-lost-writes': ['responses/lost-after-placing', 'no-double-orders', /placed while the same order was open/],
  'quotes-beside-unknown': ['responses/lost-with-pushes', 'no-blind-retry', /again without asking/],
  'forgets-lost-cancels': ['responses/dropped-cancels', 'no-blind-cancel', /after a cancel without a response/],
  'reuses-client-ids': ['calm/nothing-wrong', 'client-ids-unique', /was used before/],
  'no-back-off': ['limits/rate-limited', 'backs-off', /were turned away/],
  'retries-in-a-burst': ['limits/rate-limited', 'backs-off', /were turned away/],
  'polls-too-fast': ['calm/nothing-wrong', 'requests-within-rate', /requests within a second/],
  'dies-of-a-failure': ['outages/bad-gateway', 'stays-alive', /exited with code 1/],
  'never-comes-back': ['streams/disconnected', 'recovers', /no open order that may open a position/],
  'never-reads-again': ['streams/lost-fills', 'resyncs', /no read of orders, fills or positions/],
  'ignores-gaps': ['streams/lost-book-frames', 'heals-the-book', /was lost, and the book was not mended/],
  'never-mends-its-book': ['streams/lost-book-frames', 'heals-the-book', /was lost, and the book was not mended/],
  'applies-older-events': ['streams/late-events', 'forgets-what-has-ended', /knew that it had ended/],
  'trusts-the-stale-book': ['books/silent-book', 'decides-on-fresh-data', /placed on data of/],
  'trusts-stale-prices': ['books/silent-prices', 'decides-on-fresh-prices', /placed on prices of/],
  'keeps-quotes-when-blind': ['books/silent-book', 'no-quotes-while-blind', /quotes were open when/],
  'doubles-after-a-partial-fill': ['orders/cancel-too-late', 'no-double-orders', /filled in part/],
  'one-rejected-all-forgotten': ['orders/rejected-sibling', 'keeps-what-was-taken', /placed again while it was open/],
  'retries-rejected-orders': ['orders/rejected', 'does-not-insist', /refused with ORDER_REJECTED_BY_ENGINE/],
  'retries-expired-signatures': ['calm/nothing-wrong', 'deadlines-ahead', /signed for a time that had passed/],
  'believes-its-own-clock': ['clocks/behind', 'deadlines-ahead', /signed for a time that had passed/],
  'nonces-from-one': ['calm/nothing-wrong', 'recovers', /nonce already used/],
  'nonces-that-repeat': ['clocks/nonce-race', 'takes-another-nonce', /had been refused/],
  'forgets-orders-after-a-restart': ['process/restarted-quickly', 'no-double-orders', /before the restart/],
  'forgets-its-position-after-a-restart': ['process/killed-in-a-fill', 'exposure-within-limits', /before the restart/],
  'ids-start-over-after-a-restart': ['process/restarted-quickly', 'client-ids-unique', /used before the restart/],
  'never-cancels-on-exit': ['process/asked-to-end', 'cancels-when-gone', /after it was asked to end/],
  'ignores-sigterm': ['process/asked-to-end', 'exits-when-asked', /still there .* after SIGTERM/],
  'no-switch': ['process/gone-for-good', 'cancels-when-gone', /after it was killed/],
  'no-stop': ['books/gap-through-the-stop', 'protects-its-position', /was without a stop/],
  'stop-on-the-wrong-side': ['books/gap-through-the-stop', 'stops-on-the-right-side', /stop at .* with the mark at/],
  'ignores-margin-warnings': ['risk/margin-warning', 'adds-nothing-when-short', /while the margin was short/],
  'reduces-the-wrong-way': ['risk/margin-warning', 'reduces-when-short', /the position in .* was .* and is/],
  'ignores-funding': ['risk/funding-spike', 'adds-nothing-to-the-paying-side', /the funding rate is beyond/],
  'believes-its-own-fills': ['risk/deleveraged', 'reduces-what-it-has', /which the exchange had closed/],
  'opens-in-close-only': ['markets/close-only', 'only-reduces', /refused with MARKET_CLOSED/],
  'ignores-delisting': ['markets/close-only', 'only-reduces', /refused with MARKET_CLOSED/],
  'assumes-the-tick': ['precision/coarse-tick', 'well-formed', /invalid price/],
  'floats-for-prices': ['calm/nothing-wrong', 'well-formed', /invalid price/],
  'floats-for-sizes': ['calm/nothing-wrong', 'well-formed', /invalid quantity/],
  'prices-off-the-tick': ['calm/nothing-wrong', 'well-formed', /invalid price/],
  'no-deadline': ['responses/late-request', 'no-late-orders', /took effect .* after it was sent/],
  'leaks-timers': ['resources/three-minutes', 'memory-stays', /MiB of memory/],
  'leaks-connections': ['resources/three-minutes', 'handles-stay', /open files and sockets/],
  'keeps-everything': ['resources/three-minutes', 'memory-stays', /MiB of memory/],
  'crosses-itself': ['orders/own-counterparty', 'no-self-trade', /one of its own/],
  'cancels-the-wrong-side': ['books/price-jump', 'quotes-follow-the-price', /was left behind/],
  'believes-any-price': ['books/far-from-the-mark', 'prices-near-the-mark', /with the mark at/],
  'fat-finger': ['calm/nothing-wrong', 'exposure-within-limits', /an order of .* no position within/],
  'no-limit': ['orders/run-over', 'exposure-within-limits', /a position of/],
};
