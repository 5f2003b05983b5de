import { parseSubAccountId } from '../../contract/primitives.ts';
import { isRefusal, type Refusal } from '../../kernel/errors.ts';
import type { Address } from '../../kernel/ids.ts';
import type { Preparation } from '../clock/gate.ts';
import { NO_KEY, parseSignature, type Signature, type SignatureChecker } from '../signatures/signature.ts';
import type { SignatureWorkers, WalletCheck } from '../signatures/workers/pool.ts';
import type { Request } from './read-request.ts';
import { type SignedPart, signedPartOf } from './signed-part.ts';

/** The signature of a request that has arrived and whose turn has not come: a worker recovers its wallet meanwhile. */
export class EarlyCheck {
  readonly signature: Signature;
  readonly signed: SignedPart;
  /** What the request waits for. */
  readonly preparation: Preparation;
  readonly #check: WalletCheck;

  constructor(signature: Signature, signed: SignedPart, check: WalletCheck) {
    this.signature = signature;
    this.signed = signed;
    this.preparation = check;
    this.#check = check;
  }

  wallet(): Address | Refusal {
    return this.#check.wallet ?? NO_KEY;
  }
}

/**
 * Begins to check the signature of a request; null where there is none, or none that a wallet can be behind: the
 * validation steps then say so in its turn. Everything read here depends on the request alone.
 */
export function beginCheck(request: Request, checker: SignatureChecker, workers: SignatureWorkers): EarlyCheck | null {
  const { action, body } = request;
  if (action.surface !== 'trade' || body.signature === undefined) return null;
  const id = parseSubAccountId(body, action.missingIdText);
  const signature = parseSignature(body.signature);
  if (isRefusal(id) || isRefusal(signature)) return null;
  const signed = signedPartOf(action, request, id);
  if (isRefusal(signed)) return null;
  return new EarlyCheck(signature, signed, workers.check(checker.pack(signed.message, signature)));
}
