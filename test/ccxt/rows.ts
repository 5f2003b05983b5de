import type { Kit } from './kit.ts';
import type { StructureName } from './structures.ts';

/** What a method gives back, as ccxt's manual has it. */
export type Shape = StructureName | `${StructureName}[]` | `{ ${StructureName} }` | 'candles' | 'nothing' | 'time';

/** A method of `has`, and a call of it whose response is checked. */
export interface Row {
  readonly method: string;
  readonly shape: Shape;
  /** Checks the structure of what the method gives, and gives it back. */
  readonly check: (kit: Kit) => Promise<unknown>;
}
