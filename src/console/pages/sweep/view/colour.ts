/**
 * The cividis scale of Nuñez, Anderton and Renslow (2018): lightness grows evenly along it, and readers with any kind of
 * colour blindness see it nearly alike.
 */
const STOPS = [
  [0, 34, 78],
  [18, 53, 112],
  [59, 73, 108],
  [87, 93, 109],
  [112, 113, 115],
  [138, 134, 120],
  [165, 156, 116],
  [195, 179, 105],
  [225, 204, 85],
  [254, 232, 56],
] as const;

export interface CellColour {
  readonly background: string;
  /** Black or white, whichever can be read better on it. */
  readonly text: '#000' | '#fff';
}

/** The colour of a place on the scale, from 0 to 1. */
export function colourAt(place: number): CellColour {
  const at = Math.min(1, Math.max(0, place)) * (STOPS.length - 1);
  const low = Math.min(STOPS.length - 2, Math.floor(at));
  const [below, above] = [STOPS[low], STOPS[low + 1]];
  if (below === undefined || above === undefined) throw new RangeError(`the scale has no place ${place}`);
  const mixed = below.map((part, channel) => Math.round(part + ((above[channel] ?? 0) - part) * (at - low)));
  return { background: `rgb(${mixed.join(' ')})`, text: luminance(mixed) > 0.179 ? '#000' : '#fff' };
}

/** Relative luminance by WCAG 2: black text has more contrast above 0.179, white text below. */
function luminance(parts: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = parts.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
