/** Why a request over a stream has no response. */
export type NoResponse = 'connection lost' | 'no response in time' | 'not connected' | 'closed';

/** A request got no response. The caller decides whether to repeat it: a client never repeats a request by itself. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly reason: NoResponse;
  /**
   * True when the request was sent and would have changed something: it may have been applied, and only a read can find out.
   * False: it never left, or it was a read.
   */
  readonly mayHaveBeenApplied: boolean;

  constructor(reason: NoResponse, mayHaveBeenApplied: boolean, detail = '') {
    const fate = mayHaveBeenApplied ? '; the request may have been applied' : '';
    super(`${reason}${detail === '' ? '' : ` (${detail})`}${fate}`);
    this.reason = reason;
    this.mayHaveBeenApplied = mayHaveBeenApplied;
  }
}
