import type { IndexProcessSpec } from '../../engine/config.ts';
import { STOCHASTIC_DEFAULTS, stochasticFields, type WorldStochastic } from './living/stochastic-shape.ts';
import { BILLION, indexPrice, kind, perMillion, PPB_MAX, ppb, stepMs } from './ranges.ts';
import { flag, integer, list, object, type Reader, variant } from './read.ts';

/** How an index moves, as a file says it. */
export type WorldProcess =
  | Exclude<IndexProcessSpec, { kind: 'script' | 'ou' | 'stochastic' }>
  | (Omit<Extract<IndexProcessSpec, { kind: 'ou' }>, 'level'> & { readonly level: string })
  | WorldStochastic
  | { readonly kind: 'script'; readonly steps: readonly WorldScriptStep[] };

/** A price at a set time after the start; `frozen` stops the feed after it, or lets it go on before it. */
export interface WorldScriptStep {
  readonly afterMs: number;
  readonly price: string;
  readonly frozen?: boolean;
}

/** Times after the start, at most a year later. */
export const afterMs = integer(1, 366 * 86_400_000);

const drift = integer(-PPB_MAX, PPB_MAX);

export const processShape: Reader<WorldProcess> = variant<WorldProcess>({
  still: object({ kind: kind('still') }),
  gbm: object({
    kind: kind('gbm'),
    stepMs,
    volatilityPpb: ppb,
    driftPpb: drift,
    jumpPerMillion: perMillion,
    jumpPpb: ppb,
  }),
  ou: object({
    kind: kind('ou'),
    stepMs,
    level: indexPrice,
    reversionPpb: integer(1, BILLION),
    volatilityPpb: ppb,
    driftPpb: drift,
  }),
  hawkes: object({
    kind: kind('hawkes'),
    stepMs,
    volatilityPpb: ppb,
    driftPpb: drift,
    intensityPpb: integer(0, BILLION),
    branchingPpb: integer(0, BILLION - 1),
    decayPpb: integer(1, BILLION),
    jumpPpb: ppb,
  }),
  stochastic: object<WorldStochastic>({ kind: kind('stochastic'), ...stochasticFields }, STOCHASTIC_DEFAULTS),
  script: object({
    kind: kind('script'),
    steps: list(object<WorldScriptStep>({ afterMs, price: indexPrice, frozen: flag }, { frozen: undefined }), 1),
  }),
});
