import { patched } from '../make.ts';
import type { Wrong } from '../wrong.ts';

/** Rules of admission that show only over several requests: what is spent, and in which order a request is looked at. */
export const ADMISSION_STEPS: readonly Wrong[] = [
  {
    name: 'tampered-request-moves-the-floor',
    clause: 'R-03',
    what: 'A request whose signature gives somebody else moves the nonce floor of the owner.',
    make: () =>
      patched([
        'runtime/validation/dispatcher.ts',
        '      if (isNonceKept(state, wallet, accountNo)) submit([]);',
        `      if (account) sequencer.submit({ kind: 'request', wallet: account.owner, account: accountNo, action: action.name, nonce, commands: [], ...charge.take() });`,
      ]),
  },
  {
    name: 'malformed-signature-moves-the-floor',
    clause: 'R-03',
    what: 'A signature that cannot be recovered moves the nonce floor of the owner.',
    make: () =>
      patched([
        'runtime/validation/dispatcher.ts',
        `    if (isRefusal(wallet)) return signatureRefusal(action.auth, wallet);
    return action.kind`,
        `    if (isRefusal(wallet)) {
      const owned = accountBehind(this.#parts.state, parts.request.subAccountId);
      if (owned && action.kind === 'write') sequencer.submit({ kind: 'request', wallet: owned.owner, account: owned.no, action: action.name, nonce: parts.request.nonce, commands: [], ...charge.take() });
      return signatureRefusal(action.auth, wallet);
    }
    return action.kind`,
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
          '    return { outcomes, events: this.#events, first, last: state.eventSeq };',
          `    if (input.kind === 'request' && input.nonce !== null && (outcomes.length === 0 || outcomes.some(({ refusal }) => refusal === null))) {
      const { wallet, account, nonce } = input;
      this.#emit({ type: 'NonceUsed', at: state.now, wallet, account, nonce });
    }
    return { outcomes, events: this.#events, first, last: state.eventSeq };`,
        ],
      ),
  },
  {
    name: 'whitelist-refusal-frees-the-nonce',
    clause: 'R-03',
    what: 'A request that the whitelist refuses does not spend its nonce.',
    make: () =>
      patched([
        'runtime/validation/dispatcher.ts',
        `#isWhitelisted(context.account)) {
      submit([]);`,
        '#isWhitelisted(context.account)) {',
      ]),
  },
  {
    name: 'rate-refusal-frees-the-nonce',
    clause: 'R-03',
    what: 'A write that the bucket of the subaccount refuses does not spend its nonce.',
    make: () =>
      patched([
        'runtime/validation/dispatcher.ts',
        `    if (!charge.chargeAccount(context.account)) {
      submit([]);`,
        '    if (!charge.chargeAccount(context.account)) {',
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
      patched([
        'runtime/validation/dispatcher.ts',
        `    trail.reach(14);
    const parsed = action.parse(request.params, context);
    if (isRefusal(parsed)) {`,
        `    if (action.whitelist === true && !this.#isWhitelisted(context.account)) {
      submit([]);
      return refuse('FORBIDDEN', 'failed whitelist arbitration');
    }
    trail.reach(14);
    const parsed = action.parse(request.params, context);
    if (isRefusal(parsed)) {`,
      ]),
  },
  {
    name: 'validation-before-the-bucket',
    clause: 'R-01',
    what: 'A write is validated before the bucket of its subaccount is asked.',
    make: () =>
      patched([
        'runtime/validation/dispatcher.ts',
        `    if (!charge.chargeAccount(context.account)) {
      submit([]);`,
        `    const paid = charge.chargeAccount(context.account);
    if (!paid && !isRefusal(action.parse(request.params, context))) {
      submit([]);`,
      ]),
  },
  {
    name: 'authority-before-expiry',
    clause: 'R-01',
    what: 'A stranger with an expired request is refused as a stranger.',
    make: () =>
      patched([
        'runtime/validation/dispatcher.ts',
        '    if (isExpired(parts.request.expiresAfter, now)) {',
        `    const early = this.#parts.checker.recover(message, parts.signature);
    const named = accountBehind(this.#parts.state, parts.request.subAccountId);
    if (!isRefusal(early) && named && !mayAct(this.#parts.state, action.auth, named, early)) return authorityRefusal(action.auth, early, named, roleOf(this.#parts.state, named, early));
    if (isExpired(parts.request.expiresAfter, now)) {`,
      ]),
  },
  {
    name: 'nonce-before-expiry',
    clause: 'R-01',
    what: 'An expired request with a used nonce hears of the nonce.',
    make: () =>
      patched([
        'runtime/validation/dispatcher.ts',
        '    if (isExpired(parts.request.expiresAfter, now)) {',
        `    const early = this.#parts.checker.recover(message, parts.signature);
    const named = accountBehind(this.#parts.state, parts.request.subAccountId);
    if (action.kind === 'write' && !isRefusal(early) && named && parts.request.nonce > 0n && isNonceUsed(this.#parts.state, early, named.no, parts.request.nonce)) return refuse('UNAUTHORIZED', 'nonce already used');
    if (isExpired(parts.request.expiresAfter, now)) {`,
      ]),
  },
  {
    name: 'authority-before-nonce',
    clause: 'R-01',
    what: 'A removed delegate that repeats a nonce hears that it is nobody.',
    make: () =>
      patched([
        'runtime/validation/dispatcher.ts',
        '    if (isNonceUsed(state, wallet, accountNo, nonce)) return',
        '    if ((!account || mayAct(state, action.auth, account, wallet)) && isNonceUsed(state, wallet, accountNo, nonce)) return',
      ]),
  },
  {
    name: 'validation-before-authority',
    clause: 'R-01',
    what: 'A stranger with an invalid request hears what is invalid.',
    make: () =>
      patched([
        'runtime/validation/dispatcher.ts',
        `    trail.reach(12);
    const context = this.#admit(action, account, wallet, now);
    if (isRefusal(context)) {`,
        `    trail.reach(12);
    const context = this.#admit(action, account, wallet, now);
    if (isRefusal(context) && account) {
      const early = action.parse(request.params, { state, now, wallet, account, role: 'owner' });
      if (isRefusal(early)) return early;
    }
    if (isRefusal(context)) {`,
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
          'runtime/stream/session/session.ts',
          'ip: this.#ip, surface, tokens: 1',
          'ip: `stream ${this.#ip}`, surface, tokens: 1',
        ],
        [
          'runtime/stream/session/session.ts',
          'post(this.#endpoint, params, this.#ip, this.#login)',
          'post(this.#endpoint, params, `stream ${this.#ip}`, this.#login)',
        ],
      ),
  },
  {
    name: 'subscribing-is-free',
    clause: 'RATE-IP-SHARED-CONNECTIONS',
    what: 'A frame that is no post costs nothing.',
    transport: 'ws',
    make: () => patched(['runtime/stream/session/session.ts', 'surface, tokens: 1 });', 'surface, tokens: 0 });']),
  },
  {
    name: 'forwarded-for-counts',
    clause: 'R-42',
    what: 'X-Forwarded-For names the bucket that pays.',
    make: () =>
      patched([
        'transports/rest/server.ts',
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
        'transports/rest/server.ts',
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
        'runtime/validation/rate-limit-charge.ts',
        `    this.#settled = true;
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
        'runtime/validation/rate-limit-charge.ts',
        '    if (!this.#admits(() => canAccountPay(this.#parts.state, account, this.#charge, this.#now()))) return false;',
        '    if (!this.#settled && !canAccountPay(this.#parts.state, account, this.#charge, this.#now())) return false;',
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
    make: () => patched(['engine/admission/limits.ts', '{ at: now, orders: charge.orders }', '{ at: now, orders: 1 }']),
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
    name: 'every-answer-one-id',
    clause: 'RESP-REQUEST-ID',
    what: 'All answers carry the same request_id.',
    make: () =>
      patched([
        'runtime/http/request-id.ts',
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
        'runtime/http/request-id.ts',
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
