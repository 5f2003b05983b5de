import type { SchemaRow } from '../../src/contract/documents/schema-rows.ts';
import { code, plainText, table } from './markdown.ts';

const PRESENCE: Readonly<Record<SchemaRow['presence'], string>> = {
  required: 'required',
  optional: 'optional',
  some: 'in one shape',
};

/** The fields of a request or response. */
export function fieldTable(rows: readonly SchemaRow[]): string {
  const shown = rows.filter(({ path }) => path !== 'action');
  if (shown.length === 0) return 'None.';
  return table(
    ['Field', 'Type', '', 'Notes'],
    shown.map(({ path, type, presence, note }) => [code(path), code(type), PRESENCE[presence], plainText(note)]),
  );
}
