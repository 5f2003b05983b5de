import { signal } from '@preact/signals';
import type { LogKind, LogRecord } from '../../../contract/log-shapes.ts';
import { readControl } from '../data/control.ts';

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

/** Dev accounts by subaccount id: `Account 0` is easier to follow than nineteen digits. */
const names = signal<ReadonlyMap<string, string> | null>(null);

export function readNames(): void {
  if (names.value) return;
  void readControl<{ readonly accounts: readonly { readonly subAccountId: string }[] }>('/accounts').then((read) => {
    if (!('value' in read)) return;
    names.value = new Map(read.value.accounts.map(({ subAccountId }, rank) => [subAccountId, `Account ${rank}`]));
  });
}

/** The dev accounts with their names. */
export const namedAccounts = (): readonly (readonly [id: string, name: string])[] => [...(names.value ?? [])];

/** `Account 0`, or the last digits of another one. */
export const accountName = (id: string): string => names.value?.get(id) ?? `…${id.slice(-5)}`;

/** A text with the names of dev accounts in place of their ids. */
export const withNames = (text: string): string => text.replace(/\b\d{19}\b/g, (id) => names.value?.get(id) ?? id);
