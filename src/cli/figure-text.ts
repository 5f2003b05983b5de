/** Lines of a table whose columns are aligned to the right. */
export function aligned(table: readonly (readonly string[])[]): string[] {
  const widths = (table[0] ?? []).map((_, place) => Math.max(...table.map((row) => row[place]?.length ?? 0)));
  return table.map((row) => row.map((cell, place) => cell.padStart(widths[place] ?? 0)).join('  '));
}

/** A figure with five digits or so. */
export function figureText(value: number): string {
  const size = Math.abs(value);
  if (size >= 1000) return value.toFixed(0);
  return String(Number(value.toPrecision(4)));
}

/** A duration as `48 s`, `3 m 20 s` or `2 h 5 m`. */
export function durationText(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} m ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} m`;
}
