/** A strategy that threw: the run ends here. `cause` is what was thrown. */
export class StrategyError extends Error {
  override readonly name = 'StrategyError';
  readonly strategy: string;
  readonly callback: string;
  /** Exchange time, Unix ms. */
  readonly time: number;

  constructor(strategy: string, callback: string, time: number, cause: unknown) {
    const what = cause instanceof Error ? cause.message : String(cause);
    super(`strategy ${strategy} failed in ${callback} at ${new Date(time).toISOString()}: ${what}`, { cause });
    this.strategy = strategy;
    this.callback = callback;
    this.time = time;
  }
}
