import { patched } from '../make.ts';
import type { Wrong } from '../wrong.ts';

/** Gives the step that looks at the deadline the whole request and what lies beyond it. */
const WHOLE_REQUEST_AT_THE_DEADLINE = [
  'exchange/validation/steps.ts',
  'function checkDeadline({ signed: { expiresAfter }, now, signedAction, charge, trail }: PendingRequest): Refusal | null {',
  `function checkDeadline(request: PendingRequest, { state, checker }: StepParts): Refusal | null {
  const { signed: { expiresAfter }, now, signedAction, charge, trail } = request;`,
] as const;

/** Rules of admission that show only over several requests: what is spent, and in which order a request is looked at. */
export const ADMISSION_STEPS: readonly Wrong[] = [
  {
    name: 'tampered-request-moves-the-floor',
    clause: 'R-03',
    what: 'A request signed by a wallet without rights moves the nonce floor of the owner.',
    make: () =>
      patched([
        'exchange/validation/dispatcher.ts',
        '      if (refusal && this.#spendsNonce(request)) this.#submit(request, []);',
        `      if (refusal && request.trail.step === 'checkAuthority' && request.hasFreshNonce) {
        if (request.account) request.wallet = request.account.owner;
        this.#submit(request, []);
      } else if (refusal && this.#spendsNonce(request)) this.#submit(request, []);`,
      ]),
  },
  {
    name: 'malformed-signature-moves-the-floor',
    clause: 'R-03',
    what: 'A signature that cannot be recovered moves the nonce floor of the owner.',
    make: () =>
      patched([
        'exchange/validation/steps.ts',
        'if (isRefusal(wallet)) return signatureRefusal(request.signedAction.auth, wallet);',
        `if (isRefusal(wallet)) {
    if (request.account && request.known.action.kind === 'write') {
      request.wallet = request.account.owner;
      request.hasFreshNonce = true;
    }
    return signatureRefusal(request.signedAction.auth, wallet);
  }`,
      ]),
  },
  {
    name: 'engine-refusal-frees-the-nonce',
    clause: 'R-03',
    what: 'A nonce is spent only when the engine takes the request.',
    make: () =>
      patched(
        [
          'engine/engine.ts',
          `      this.#emit({ type: 'NonceUsed', at: state.now, wallet, account, nonce });`,
          '      void [wallet, account, nonce];',
        ],
        [
          'engine/engine.ts',
          '    return { outcomes, events: this.#events.since(0), first, last: state.eventSeq };',
          `    if (input.kind === 'request' && input.nonce !== null && (outcomes.length === 0 || outcomes.some(({ refusal }) => refusal === null))) {
      const { wallet, account, nonce } = input;
      this.#emit({ type: 'NonceUsed', at: state.now, wallet, account, nonce });
    }
    return { outcomes, events: this.#events.since(0), first, last: state.eventSeq };`,
        ],
      ),
  },
  {
    name: 'whitelist-refusal-frees-the-nonce',
    clause: 'R-03',
    what: 'A request that the whitelist refuses does not spend its nonce.',
    make: () =>
      patched([
        'exchange/validation/dispatcher.ts',
        '    if (!hasFreshNonce) return false;',
        `    if (!hasFreshNonce || trail.step === 'checkWhitelist') return false;`,
      ]),
  },
  {
    name: 'rate-refusal-frees-the-nonce',
    clause: 'R-03',
    what: 'A write that the bucket of the subaccount refuses does not spend its nonce.',
    make: () =>
      patched([
        'exchange/validation/dispatcher.ts',
        '    if (!hasFreshNonce) return false;',
        `    if (!hasFreshNonce || trail.step === 'chargeAccount') return false;`,
      ]),
  },
  {
    name: 'nonces-begin-anew-with-a-delegation',
    clause: 'R-03',
    what: 'A delegate that is removed and added again may use its old nonces.',
    make: () =>
      patched([
        'engine/accounts/evolve-delegation.ts',
        `  delegations.delete(wallet);
`,
        `  delegations.delete(wallet);
  state.nonces.delete(\`\${wallet}|\${account}\`);
`,
      ]),
  },
  {
    name: 'whitelist-before-validation',
    clause: 'R-01',
    what: 'The whitelist is looked at before the action is validated.',
    make: () =>
      patched(
        ['exchange/validation/steps.ts', '  checkWhitelist: { check: checkWhitelist, of: write },\n', ''],
        [
          'exchange/validation/steps.ts',
          '  checkParams: {',
          `  checkWhitelist: { check: checkWhitelist, of: write },
  checkParams: {`,
        ],
      ),
  },
  {
    name: 'validation-before-the-bucket',
    clause: 'R-01',
    what: 'A write is validated before the bucket of its subaccount is asked.',
    make: () =>
      patched(
        [
          'exchange/validation/steps.ts',
          '  return charge.chargeAccount(context.account) ? null : refuse(',
          `  if (charge.chargeAccount(context.account)) return null;
  const early = signedAction.kind === 'write' ? signedAction.parse(known.params, context) : null;
  return isRefusal(early) ? early : refuse(`,
        ],
        [
          'exchange/validation/steps.ts',
          'function chargeAccount({ charge, context }',
          'function chargeAccount({ charge, context, known, signedAction }',
        ],
      ),
  },
  {
    name: 'authority-before-expiry',
    clause: 'R-01',
    what: 'A stranger with an expired request is refused as a stranger.',
    make: () =>
      patched(
        [
          'exchange/validation/steps.ts',
          '  if (!isExpired(expiresAfter, now)) return null;',
          `  if (!isExpired(expiresAfter, now)) return null;
  const early = checker.recover(request.message, request.signature);
  const role = isRefusal(early) || !request.account ? null : roleOf(state, request.account, early);
  if (!isRefusal(early) && request.account && (role === null || !signedAction.auth.roles.includes(role))) return authorityRefusal(signedAction.auth, early, request.account, role);`,
        ],
        WHOLE_REQUEST_AT_THE_DEADLINE,
      ),
  },
  {
    name: 'nonce-before-expiry',
    clause: 'R-01',
    what: 'An expired request with a used nonce is refused for the nonce.',
    make: () =>
      patched(
        [
          'exchange/validation/steps.ts',
          '  if (!isExpired(expiresAfter, now)) return null;',
          `  if (!isExpired(expiresAfter, now)) return null;
  const early = checker.recover(request.message, request.signature);
  const { nonce } = request.signed;
  if (signedAction.kind === 'write' && !isRefusal(early) && request.account && nonce > 0n && isNonceUsed(state, early, request.accountNo, nonce)) return refuse('UNAUTHORIZED', 'nonce already used');`,
        ],
        WHOLE_REQUEST_AT_THE_DEADLINE,
      ),
  },
  {
    name: 'authority-before-nonce',
    clause: 'R-01',
    what: 'A removed delegate that repeats a nonce is refused for its missing right.',
    make: () =>
      patched([
        'exchange/validation/steps.ts',
        '  if (isNonceUsed(state, wallet, accountNo, nonce)) return',
        `  const role = request.account ? roleOf(state, request.account, wallet) : null;
  const mayAct = !request.account || (role !== null && request.signedAction.auth.roles.includes(role));
  if (mayAct && isNonceUsed(state, wallet, accountNo, nonce)) return`,
      ]),
  },
  {
    name: 'validation-before-authority',
    clause: 'R-01',
    what: 'A stranger with an invalid request is refused for what is invalid.',
    make: () =>
      patched([
        'exchange/validation/steps.ts',
        'if (!account || role === null || !auth.roles.includes(role)) return authorityRefusal(auth, wallet, account, role);',
        `if (!account || role === null || !auth.roles.includes(role)) {
    const action = request.signedAction;
    const early = account && action.kind === 'write' ? action.parse(request.known.params, { state, now, wallet, account, role: 'owner' }) : null;
    return isRefusal(early) ? early : authorityRefusal(auth, wallet, account, role);
  }`,
      ]),
  },
  {
    name: 'streams-have-buckets-of-their-own',
    clause: 'RATE-IP-SHARED-STREAM',
    what: 'Frames take from another bucket than requests over REST.',
    transport: 'ws',
    make: () =>
      patched(
        [
          'exchange/stream/session/session.ts',
          'ip: this.#ip, surface, tokens: 1',
          'ip: `stream ${this.#ip}`, surface, tokens: 1',
        ],
        [
          'exchange/stream/session/session.ts',
          'post(this.#endpoint, received, { ip: this.#ip, ',
          'post(this.#endpoint, received, { ip: `stream ${this.#ip}`, ',
        ],
      ),
  },
  {
    name: 'subscribing-is-free',
    clause: 'RATE-IP-SHARED-CONNECTIONS',
    what: 'A frame that is no post costs nothing.',
    transport: 'ws',
    make: () => patched(['exchange/stream/session/session.ts', 'surface, tokens: 1 });', 'surface, tokens: 0 });']),
  },
  {
    name: 'forwarded-for-counts',
    clause: 'R-42',
    what: 'X-Forwarded-For names the bucket that pays.',
    make: () =>
      patched([
        'exchange/rest/server.ts',
        `ip: request.raw.socket.remoteAddress ?? ''`,
        `ip: String(request.raw.headers['x-forwarded-for'] ?? request.raw.socket.remoteAddress ?? '')`,
      ]),
  },
  {
    name: 'forwarded-counts',
    clause: 'R-42',
    what: 'Forwarded names the bucket that pays.',
    make: () =>
      patched([
        'exchange/rest/server.ts',
        `ip: request.raw.socket.remoteAddress ?? ''`,
        `ip: String(request.raw.headers.forwarded ?? request.raw.socket.remoteAddress ?? '')`,
      ]),
  },
  {
    name: 'refused-and-charged',
    clause: 'R-40',
    what: 'A request that a bucket refuses is charged all the same.',
    make: () =>
      patched([
        'exchange/validation/rate-limit-charge.ts',
        `    this.#isPaid = true;
    return false;`,
        `    this.pay();
    return false;`,
      ]),
  },
  {
    name: 'refused-by-the-subaccount-paid-by-the-address',
    clause: 'R-40',
    what: 'A request that the bucket of the subaccount refuses takes from the address.',
    make: () =>
      patched([
        'exchange/validation/rate-limit-charge.ts',
        'if (!this.#admits(() => canAccountPay(this.#limits, this.#parts.state, account, this.#charge, this.#now())))',
        'if (!this.#isPaid && !canAccountPay(this.#limits, this.#parts.state, account, this.#charge, this.#now()))',
      ]),
  },
  {
    name: 'refill-by-the-window',
    clause: 'R-40',
    what: 'A bucket is filled when ten seconds have passed, and not before.',
    make: () =>
      patched([
        'engine/admission/token-bucket.ts',
        'const refilled = Math.min(now - spent.at, windowMs) * cap;',
        'const refilled = now - spent.at >= windowMs ? windowMs * cap : 0;',
      ]),
  },
  {
    name: 'second-of-a-millisecond-more',
    clause: 'LIMIT-ORDERS-100-PER-SECOND',
    what: 'Orders count against the rate for 1,001 ms.',
    make: () => patched(['engine/admission/limits.ts', 'at > now - SECOND_MS', 'at >= now - SECOND_MS']),
  },
  {
    name: 'rate-counts-requests-not-orders',
    clause: 'LIMIT-ORDERS-100-PER-SECOND',
    what: 'A batch counts as one order against the rate.',
    make: () => patched(['engine/admission/limits.ts', '{ at: now, orders }', '{ at: now, orders: 1 }']),
  },
  {
    name: 'bucket-full-after-a-change-of-tier',
    clause: 'R-40',
    what: 'A change of tier fills the bucket.',
    make: () =>
      patched([
        'engine/admission/limits.ts',
        'spend(accounts, no, accountBucket(state, account), 0, state.now);',
        'writeEntry(accounts, no, { parts: 0, at: state.now }, state.now, state.config.limits.windowMs);',
      ]),
  },
  {
    name: 'every-response-one-id',
    clause: 'RESP-REQUEST-ID',
    what: 'All responses carry the same request_id.',
    make: () =>
      patched([
        'exchange/http/request-id.ts',
        'return hex(this.#draw.uint32()) + hex(this.#draw.uint32());',
        'return hex(1) + hex(2);',
      ]),
  },
  {
    name: 'ids-come-round',
    clause: 'RESP-REQUEST-ID',
    what: 'Request ids come round after the second.',
    make: () =>
      patched([
        'exchange/http/request-id.ts',
        `  next(): string {
`,
        `  #count = 0;

  next(): string {
    this.#count += 1;
    if (this.#count > 0) return hex(7) + hex(this.#count % 2);
`,
      ]),
  },
];
