/** What a sweep cannot do as asked, in one line that says what to change. */
export class SweepError extends Error {
  override readonly name = 'SweepError';
}
