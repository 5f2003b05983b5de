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
  return ((await import(table)) as { readonly WRONG_BOTS: readonly WrongBot[] }).WRONG_BOTS;
}
