/** Rows and explanations, as the control plane writes them. */

/** A row of `GET /sim/v1/log`. */
export interface LogRow {
  readonly id: string;
  readonly input: number;
  readonly event: number | null;
  readonly at: number;
  readonly kind: LogKind;
  readonly name: string;
  readonly text: string;
  readonly market: string | null;
  readonly accounts: readonly string[];
  readonly orders: readonly string[];
  readonly liquidation: number | null;
  readonly why: string | null;
}

export interface LogPart {
  readonly life: number;
  readonly now: number;
  readonly inputs: number;
  readonly keptFrom: number;
  readonly rows: readonly LogRow[];
  readonly next: string;
  readonly more: boolean;
}

export const KINDS = [
  'request',
  'control',
  'refusal',
  'order',
  'trade',
  'funding',
  'liquidation',
  'adl',
  'funds',
  'account',
  'exchange',
  'price',
  'clock',
] as const;
export type LogKind = (typeof KINDS)[number];

/** Kinds that only the world causes: they are read when it is asked for. */
export const WORLD_KINDS: readonly LogKind[] = ['price', 'clock'];

/** `GET /sim/v1/log/INPUT`. */
export interface InputDetail {
  readonly input: object;
  readonly rows: readonly (LogRow & { readonly data: object })[];
}

/** `GET /sim/v1/why/…`. */
export interface Explanation {
  readonly kind: string;
  readonly subject: Readonly<Record<string, string>>;
  readonly verdict: Readonly<Record<string, string>>;
  readonly at: number;
  readonly inputs: readonly {
    readonly name: string;
    readonly value: string;
    readonly unit: string;
    readonly from: string;
  }[];
  readonly steps: readonly {
    readonly name: string;
    readonly formula: string;
    readonly with: string;
    readonly result: string;
    readonly rule: string;
  }[];
  readonly rules: readonly { readonly id: string; readonly text: string; readonly source: string }[];
}
