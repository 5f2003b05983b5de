/** A stream of Cucumber messages that no run can be read from. */
export class MessagesError extends Error {
  override readonly name = 'MessagesError';
}
