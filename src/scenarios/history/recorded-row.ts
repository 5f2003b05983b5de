/** What recorded data says at one time, in ticks and lots. */
export type RecordedRow = { readonly time: number } & (
  | { readonly kind: 'trade'; readonly side: 'buy' | 'sell'; readonly ticks: number; readonly lots: number }
  | { readonly kind: 'top'; readonly bid: RecordedLevel | null; readonly ask: RecordedLevel | null }
  | {
      readonly kind: 'depth';
      readonly side: 'buy' | 'sell';
      readonly ticks: number;
      readonly lots: number;
      readonly snapshot: boolean;
    }
  | { readonly kind: 'price'; readonly ticks: number }
);

export interface RecordedLevel {
  readonly ticks: number;
  readonly lots: number;
}
