import { citedRule, type Explanation, type ExplanationInput } from '../../explain/explanation.ts';
import type { Refusal } from '../../kernel/errors.ts';
import type { TimeMs } from '../../kernel/units.ts';
import type { Loss } from '../faults/faults.ts';

/** How far a request came before it was refused, in the steps of R-01 (wire 0.3). 0 stands before them: route, method, type. */
export type Stage = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16;

interface StageFacts {
  /** What the step asks. */
  readonly asks: string;
  /** The part of a request that it looks at; null where the refusal itself names it. */
  readonly field: string | null;
  readonly source: string;
}

const STAGES: Readonly<Record<Stage, StageFacts>> = {
  0: {
    asks: 'Route, method and content type are served.',
    field: 'path',
    source: 'SURFACE-TRADE-POST, SURFACE-INFO-POST',
  },
  1: { asks: 'The body has at most 20,480 bytes.', field: 'body', source: 'ERR-INVALID-FORMAT, wire 0.3' },
  2: { asks: 'The bucket of the address can pay.', field: 'address', source: 'ERR-RATE-LIMIT-EXCEEDED, R-40' },
  3: { asks: 'The body is a JSON object.', field: 'body', source: 'ERR-INVALID-FORMAT' },
  4: { asks: 'There are params, and they name an action.', field: null, source: 'R-22, R-23' },
  5: { asks: 'The exchange accepts requests.', field: null, source: 'R-21' },
  6: { asks: 'The subaccount id is one.', field: 'subAccountId', source: 'ERR-VALIDATION-ERROR' },
  7: { asks: 'The signature has the form of one.', field: 'signature', source: 'ERR-UNAUTHORIZED, R-06' },
  8: { asks: 'What is signed can be read.', field: null, source: 'ERR-VALIDATION-ERROR' },
  9: { asks: 'The deadline has not passed.', field: 'expiresAfter', source: 'AUTH-EXPIRESAFTER-PAST, R-05' },
  10: { asks: 'The signature gives a wallet.', field: 'signature', source: 'ERR-UNAUTHORIZED' },
  11: { asks: 'The nonce is there and new.', field: 'nonce', source: 'AUTH-NONCE-REUSED, R-03' },
  12: { asks: 'The wallet may act for the subaccount.', field: 'signature', source: 'ERR-FORBIDDEN, R-07, R-08' },
  13: {
    asks: 'The bucket of the subaccount can pay.',
    field: 'subAccountId',
    source: 'ERR-RATE-LIMIT-EXCEEDED, R-40, R-43',
  },
  14: { asks: 'The params are what the action takes.', field: null, source: 'ERR-VALIDATION-ERROR, ERR-INVALID-VALUE' },
  15: { asks: 'The owner is whitelisted.', field: 'wallet', source: 'WHITELIST-REQUIRED, R-09' },
  16: { asks: 'The engine takes it.', field: null, source: 'ERRRULE-REJECTION-200' },
};

/** What a request has shown of itself while it is judged. The step it stands at is the one that refuses it, if one does. */
export class ValidationTrail {
  stage: Stage = 1;
  action: string | null = null;
  subAccountId: string | null = null;
  /** What an injected fault loses of the response on its way. */
  lost: Loss | null = null;
  readonly #inputs: ExplanationInput[] = [];

  reach(stage: Stage): void {
    this.stage = stage;
  }

  /** A figure that the present step looks at. */
  saw(name: string, value: string, unit: string, from: string): void {
    this.#inputs.push({ name, value, unit, from });
  }

  /** Who asked for what, as far as it is known. */
  subject(requestId: string): Record<string, string> {
    const { action, subAccountId } = this;
    return { requestId, ...(action !== null && { action }), ...(subAccountId !== null && { subAccountId }) };
  }

  /** Stage and field, as every explained refusal says them. */
  verdict({ code, message, http }: Refusal): Record<string, string> {
    const field = STAGES[this.stage].field ?? fieldIn(message);
    return { code, message, http: String(http), stage: String(this.stage), ...(field !== null && { field }) };
  }

  /** A refusal that has a text and no arithmetic. */
  explain(requestId: string, refusal: Refusal, at: TimeMs): Explanation {
    return {
      kind: 'refusal',
      subject: this.subject(requestId),
      verdict: this.verdict(refusal),
      at,
      inputs: this.#inputs,
      steps: [],
      rules: [this.rule()],
    };
  }

  rule(): Explanation['rules'][number] {
    return ruleOf(this.stage);
  }
}

export const ruleOf = (stage: Stage): Explanation['rules'][number] =>
  citedRule(`VALIDATION-${stage}`, STAGES[stage].asks, STAGES[stage].source);

/** The field that a refusal starts with, or names before what is wrong with it; texts without one name none. */
function fieldIn(message: string): string | null {
  const found =
    /^(?:[\w ]+\[?(\d+)\]?: )?(?:\w+ payload: )?'?([a-z][A-Za-z]*)'? ?(?:\[\d+\])?(?: (?:is|must|cannot|exceeds|has|accepts|requires)\b|:)/.exec(
      message,
    );
  return found?.[2] ?? null;
}
