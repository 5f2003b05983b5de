/**
 * The journal cannot take an input, so nothing happens. `full`: there is no room, which may change. `failed`: a write
 * or sync went wrong; what is on the disk is unknown, and nothing more is written (DUR-07).
 */
export class JournalError extends Error {
  override readonly name = 'JournalError';
  readonly kind: 'full' | 'failed';

  constructor(kind: JournalError['kind'], message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}
