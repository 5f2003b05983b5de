import { Type } from '@sinclair/typebox';
import { Closed } from '../primitives.ts';

/**
 * Where in the engine a push came about (clauses WS-PROVENANCE-*): its sequence, and its time in microseconds as text. A
 * deployment may leave both out.
 */
export const Provenance = Closed({
  meseq: Type.Optional(Type.Integer({ minimum: 0 })),
  met: Type.Optional(Type.String({ pattern: '^[0-9]+$' })),
});

/** A push without more than the fields that all have. */
export const PlainEnvelope = Closed({});

/** The same on pushes of which only some come out of matching. */
export const SomeProvenance = Closed({
  meseq: Type.Optional(Type.Integer({ minimum: 0 })),
  met: Type.Optional(Type.String({ pattern: '^[0-9]+$' })),
  provenanceMissing: Type.Optional(Type.Literal(true)),
});
