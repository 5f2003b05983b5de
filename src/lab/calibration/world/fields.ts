import { type Estimate, type Figure, isFigure, scaled, sureText } from '../estimate/figure.ts';
import { entry, type Line, remark } from './yaml.ts';

/** How a figure becomes a field of a world file. */
export interface Field {
  readonly key: string;
  readonly estimate: Estimate;
  /** The range that world files take. */
  readonly low: number;
  readonly high: number;
  /** Written as a whole number rather than as decimal text. */
  readonly isWhole?: boolean;
}

/** A field as it is written. Without a value it keeps the default, and the note says why. */
export interface Written {
  readonly key: string;
  readonly value: string | number | null;
  readonly note: string;
}

const HOUR_MS = 3_600_000;
const HALF = Math.log(2);

/** The half-life in ms of what has fallen to 1/e after so many hours. */
export const halfLife = (key: string, hours: Estimate): Field => ({
  key,
  estimate: scaled(hours, HOUR_MS * HALF),
  low: 1000,
  high: 2_592_000_000,
  isWhole: true,
});

/** The value with the digits that are sure, within the range of the field. */
export function written({ key, estimate, low, high, isWhole = false }: Field): Written {
  if (!isFigure(estimate)) return { key, value: null, note: `the default stays, ${estimate.missing}` };
  const kept = Math.min(high, Math.max(low, estimate.value));
  // However unsure, a field has one digit.
  const sure = Number(sureText(kept, Math.min(estimate.error, kept / 2)));
  const bounded = Math.min(high, Math.max(low, isWhole ? Math.round(sure) : sure));
  const cut =
    kept === estimate.value
      ? ''
      : `; a world takes ${low} to ${high}, estimated ${sureText(estimate.value, estimate.error)}`;
  return { key, value: isWhole ? bounded : sureText(bounded), note: `${errorText(estimate)}${cut}` };
}

const errorText = ({ error, from }: Figure): string => (error === 0 ? from : `± ${sureText(error, error)}, ${from}`);

export const lineOf = ({ key, value, note }: Written): Line =>
  value === null ? remark(`${key}: ${note}`) : entry(key, value, note === '' ? undefined : note);

/** The number of a field; the default where it keeps that. */
export const numberOf = (fields: readonly Written[], key: string, standard: number): number =>
  Number(fields.find((field) => field.key === key)?.value ?? standard);

/** The fields with another value for one of them, and the reason before its note. */
export const withValue = (fields: readonly Written[], key: string, value: string | number, reason: string): Written[] =>
  fields.map((field) => (field.key === key ? { key, value, note: noteWith(reason, field) } : field));

function noteWith(reason: string, { value, note }: Written): string {
  if (value === null || note === '' || note === reason) return reason;
  return note.startsWith(`${reason}; `) ? note : `${reason}; ${note}`;
}
