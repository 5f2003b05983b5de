import type { Refusal } from '../../kernel/errors.ts';
import type { TimeMs } from '../../kernel/units.ts';
import type { Loss } from '../faults/faults.ts';
import type { SignedClaim } from '../signatures/signature.ts';
import { citedRule, type Explanation, type ExplanationInput } from '../why/explanation.ts';

/** A validation step by name, or the work that follows the last one. */
export type StepName = keyof typeof STEP_FACTS;

interface StepFacts {
  /** What holds when the step passes. */
  readonly asks: string;
  /** The part of a request that it looks at; null where the refusal itself names it. */
  readonly field: string | null;
  readonly source: string;
}

const facts = (asks: string, field: string | null, source: string): StepFacts => ({ asks, field, source });

/** What explanations say of each step, in their order; `life.ts` carries them out. */
export const STEP_FACTS = {
  checkRoute: facts('Route, method and content type are served.', 'path', 'SURFACE-TRADE-POST, SURFACE-INFO-POST'),
  checkSize: facts('The body has at most 20,480 bytes.', 'body', 'ERR-INVALID-FORMAT, wire 0.3'),
  chargeAddress: facts('The bucket of the address can pay.', 'address', 'ERR-RATE-LIMIT-EXCEEDED, R-40'),
  checkBody: facts('The body is a JSON object.', 'body', 'ERR-INVALID-FORMAT'),
  checkAction: facts('The params are there and name a known action.', null, 'R-22, R-23'),
  checkStatus: facts('The exchange accepts requests.', null, 'R-21'),
  checkLogin: facts('The connection has logged in.', null, 'ERR-UNAUTHORIZED, wire 4.3'),
  checkSubAccountId: facts('The subaccount id can be read.', 'subAccountId', 'ERR-VALIDATION-ERROR'),
  checkSignatureForm: facts('The signature is well formed.', 'signature', 'ERR-UNAUTHORIZED, R-06'),
  checkSignedValues: facts('The signed values can be read.', null, 'ERR-VALIDATION-ERROR'),
  checkDeadline: facts('The deadline has not passed.', 'expiresAfter', 'AUTH-EXPIRESAFTER-PAST, R-05'),
  recoverWallet: facts('The signature gives a wallet.', 'signature', 'ERR-UNAUTHORIZED'),
  checkNonce: facts('The nonce is present and new.', 'nonce', 'AUTH-NONCE-REUSED, R-03'),
  checkAuthority: facts('The wallet may act for the subaccount.', 'signature', 'ERR-FORBIDDEN, R-07, R-08'),
  chargeAccount: facts('The bucket of the subaccount can pay.', 'subAccountId', 'ERR-RATE-LIMIT-EXCEEDED, R-40, R-43'),
  checkParams: facts('The params are valid for the action.', null, 'ERR-VALIDATION-ERROR, ERR-INVALID-VALUE'),
  checkInjectedFaults: facts('No injected fault fails the request.', null, 'wire 5.1'),
  checkWhitelist: facts('The owner is whitelisted.', 'wallet', 'WHITELIST-REQUIRED, R-09'),
  read: facts('The read finds what it is asked for.', null, 'ERR-VALIDATION-ERROR, ERR-INVALID-VALUE'),
  submit: facts('The engine accepts the command.', null, 'ERRRULE-REJECTION-200'),
} as const satisfies Readonly<Record<string, StepFacts>>;

/** What explanations need of a request while it is validated: the step that it has reached is the one that refuses it. */
export class ValidationTrail {
  step: StepName;
  /** As it is named in the request; null where it names none. */
  readonly action: string | null;
  subAccountId: string | null = null;
  /** What an injected fault loses of the response. */
  lost: Loss | null = null;
  /** What was signed, where the present step refuses who signed it. */
  signed: SignedClaim | null = null;
  readonly #inputs: ExplanationInput[] = [];

  constructor(step: StepName, action: string | null = null) {
    this.step = step;
    this.action = action;
  }

  isAt(step: StepName): boolean {
    return this.step === step;
  }

  /** Notes a figure that the present step compares. */
  saw(name: string, value: string, unit: string, from: string): void {
    this.#inputs.push({ name, value, unit, from });
  }

  /** Returns the request, action and subaccount, as far as they are known. */
  subject(requestId: string): Record<string, string> {
    const { action, subAccountId } = this;
    return { requestId, ...(action !== null && { action }), ...(subAccountId !== null && { subAccountId }) };
  }

  /** Returns the response with the step that refused and the field it refused. */
  verdict({ code, message, http, details }: Refusal): Record<string, string> {
    const field = details?.['field'] ?? STEP_FACTS[this.step].field ?? fieldIn(message);
    const hint = details?.['hint'];
    return {
      code,
      message,
      http: String(http),
      step: this.step,
      ...(field !== null && { field }),
      ...(hint !== undefined && { hint }),
    };
  }

  /** Explains a refusal that has a text and no arithmetic. */
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
    return ruleOf(this.step);
  }
}

/** Returns the rule of a step as explanations cite it. */
export const ruleOf = (step: StepName): Explanation['rules'][number] =>
  citedRule(step, STEP_FACTS[step].asks, STEP_FACTS[step].source);

/** Returns the field that a text starts with, or names before what is wrong with it; null when it names none. */
function fieldIn(message: string): string | null {
  if (message.startsWith('market name ')) return 'symbol';
  const found =
    /^(?:[\w ]+\[?(\d+)\]?: )?(?:\w+ payload: )?'?([a-z][A-Za-z]*)'? ?(?:\[\d+\])?(?: (?:is|must|cannot|exceeds|has|accepts|requires)\b|:)/.exec(
      message,
    );
  return found?.[2] ?? null;
}
