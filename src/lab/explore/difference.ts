/** One command of a random sequence, and how the two exchanges that got it have parted. */
export interface Difference {
  /** Place in the sequence, from 0. */
  readonly index: number;
  /** Path into the response or the read that differs, such as `response.statuses[0].errorCode`. */
  readonly path: string;
  readonly target: string;
  readonly reference: string;
}
