import { recordKey } from '../../kernel/terms.ts';
import type { StoredFields, StoredKind } from '../../engine/fault-terms.ts';
import type { State } from '../../engine/state.ts';

/**
 * Words that a record is to be read with instead of its own (`POST /sim/v1/records`): what the contract says a client may
 * meet, and what this exchange never writes itself. Undefined for a record that is read as it is.
 */
export const storedFields = (
  { faults }: Pick<State, 'faults'>,
  record: StoredKind,
  id: string,
): StoredFields | undefined => (faults.records.size === 0 ? undefined : faults.records.get(recordKey(record, id)));
