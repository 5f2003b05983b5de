import type { TornTail } from '../../exchange/data/generation-reader.ts';
import type { Survey } from './survey.ts';

/** Which inputs a file holds, in words. */
export const rangeText = ({ first, last }: Survey): string =>
  last < first ? `none yet, the first will be ${first}` : `${first} to ${last}`;

/** What stands behind the last whole line, in words. */
export const tailText = ({ lostBytes, keptBytes }: TornTail): string =>
  `${lostBytes} bytes from byte ${keptBytes} on: being written, or left by a crash; the next start cuts them off`;

/** A time for people. */
export const timeText = (time: number): string => new Date(time).toISOString();
