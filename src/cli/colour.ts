/** Whether to write colours: on a terminal, unless NO_COLOR says otherwise (no-color.org: any text but the empty one). */
export function wantsColour(
  { isTTY }: { readonly isTTY?: boolean },
  { NO_COLOR }: Readonly<Record<string, string | undefined>>,
): boolean {
  return isTTY === true && (NO_COLOR === undefined || NO_COLOR === '');
}
