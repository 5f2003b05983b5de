/** Parameters that a strategy cannot take, all of them. */
export class StrategyParamsError extends Error {
  override readonly name = 'StrategyParamsError';
  readonly problems: readonly string[];

  constructor(strategy: string, problems: readonly string[]) {
    super(problems.map((problem) => `strategy ${strategy}: ${problem}`).join('\n'));
    this.problems = problems;
  }
}
