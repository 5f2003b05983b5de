/** A journal or a recording from which no scenario can be made; the message says why. */
export class NotRecordable extends Error {
  override readonly name = 'NotRecordable';
}
