import type { LogKind, LogRecord } from '../../../contract/log-shapes.ts';

/** A part of the log, as `GET /sim/v1/log` responds. */
export interface LogPart {
  readonly life: number;
  readonly now: number;
  readonly inputs: number;
  readonly keptFrom: number;
  readonly rows: readonly LogRecord[];
  readonly next: string;
  readonly more: boolean;
}

/** Kinds that only the world causes: they are read when it is asked for. */
export const WORLD_KINDS: readonly LogKind[] = ['price', 'clock'];

/** `GET /sim/v1/log/INPUT`. */
export interface InputDetail {
  readonly input: object;
  readonly rows: readonly (LogRecord & { readonly data: object })[];
}
