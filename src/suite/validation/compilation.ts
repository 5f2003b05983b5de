import type { TSchema } from '@sinclair/typebox';
import type { FieldMode } from './finding.ts';

/** What the parts of a compilation share. */

export type Check = (value: unknown, path: string, listener: CheckListener) => void;

/** Receives the findings of a check. */
export interface CheckListener {
  readonly fault: (path: string, expected: string, value: unknown) => void;
  /** A branch that the value took. */
  readonly saw: (branch: string) => void;
}

export interface Compilation {
  readonly mode: FieldMode;
  /** Schemas by the names that `$ref` has for them. */
  readonly named: (name: string) => TSchema;
  /** Optional fields that are no branches here, because another shape covers them. */
  readonly quiet: ReadonlySet<string>;
  /** Every branch there is, in the order of the schema. */
  readonly branches: string[];
  /** The check of a part. */
  readonly compile: (schema: TSchema, at: string, compilation: Compilation) => Check;
}

const REFERENCE = '#/components/schemas/';

/** The schema itself, or the one it refers to. */
export function resolved(schema: TSchema, { named }: Compilation): TSchema {
  const { $ref } = schema;
  return typeof $ref === 'string' ? named($ref.slice(REFERENCE.length)) : schema;
}

/** Takes note of a branch; the function says that it was taken. */
export function branch(name: string, { branches }: Compilation): (listener: CheckListener) => void {
  branches.push(name);
  return ({ saw }) => saw(name);
}
