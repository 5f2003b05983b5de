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

/** What explanations say of each step; `steps.ts` holds the functions and their order. */
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
