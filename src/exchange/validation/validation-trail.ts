import { citedRule, type Explanation, type ExplanationInput } from '../why/explanation.ts';
import type { Refusal } from '../../kernel/errors.ts';
import type { TimeMs } from '../../kernel/units.ts';
import type { Loss } from '../faults/faults.ts';
import type { SignedClaim } from '../signatures/signed-claim.ts';
import { STEP_FACTS, type StepName } from './step-facts.ts';

/** What explanations need of a request while it is validated: the step that it has reached is the one that refuses it. */
export class ValidationTrail {
  step: StepName;
  action: string | null = null;
  subAccountId: string | null = null;
  /** What an injected fault loses of the response. */
  lost: Loss | null = null;
  /** What was signed, where the present step refuses who signed it. */
  signed: SignedClaim | null = null;
  readonly #inputs: ExplanationInput[] = [];

  constructor(step: StepName) {
    this.step = step;
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
