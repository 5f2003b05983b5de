/** What a subaccount may be called (clause CREATESUBACCOUNT-NAME-50, wire 2.14). */
export const NAME_LENGTH_MAX = 50;

/**
 * Characters that are invisible or turn the text around them: controls, soft hyphen, zero-width and direction
 * marks, line separators, lone surrogates. A list of our own, because Unicode's classes grow from one runtime to the next.
 */
const UNPRINTABLE =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff0-\uffff\ud800-\udfff]/u;

export type NameFault = 'too long' | 'outer spaces' | 'unprintable';

/** Returns what is wrong with a name, first things first; undefined when nothing is. Length counts characters, not code units. */
export function nameFault(name: string): NameFault | undefined {
  if (Array.from(name).length > NAME_LENGTH_MAX) return 'too long';
  if (name !== name.trim()) return 'outer spaces';
  return UNPRINTABLE.test(name) ? 'unprintable' : undefined;
}
