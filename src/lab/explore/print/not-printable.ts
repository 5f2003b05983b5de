/** Why a sequence cannot be written in the words of a feature or a scenario. */
export class NotPrintable extends Error {
  override readonly name = 'NotPrintable';
}
