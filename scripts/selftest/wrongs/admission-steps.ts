import { patched } from '../make.ts';
import type { Wrong } from '../wrong.ts';

/** Gives what looks at the deadline the state, too. */
const STATE_AT_THE_DEADLINE = [
  'exchange/requests/life.ts',
  '  { id }: Subject,\n  { checker }: LifeParts,',
  '  { id, account, no }: Subject,\n  { checker, state }: LifeParts,',
] as const;

/** Rules of admission that show only over several requests: what is spent, and in which order a request is looked at. */
export const ADMISSION_STEPS: readonly Wrong[] = [
  {
    name: 'tampered-request-moves-the-floor',
    clause: 'R-03',
    what: 'A request signed by a wallet without rights moves the nonce floor of the owner.',
    make: () =>
      patched([
        'exchange/requests/life.ts',
        'if (isSpent) sequencer.submit(inputOf([]));',
        `if (trail.isAt('checkAuthority')) sequencer.submit({ ...inputOf([]), wallet: subject.account?.owner ?? wallet } as never);
    else if (isSpent) sequencer.submit(inputOf([]));`,
      ]),
  },
  {
    name: 'malformed-signature-moves-the-floor',
    clause: 'R-03',
    what: 'A signature that cannot be recovered moves the nonce floor of the owner.',
    takes: 'a nonce that would use up a wallet',
    make: () =>
      patched([
        'exchange/requests/life.ts',
        '  if (isRefusal(signed)) return signed;\n  const { wallet } = signed;',
        `  if (isRefusal(signed)) {
    const { account, no } = subject;
    const { nonce } = admitted.request.body;
    if (account && trail.isAt('recoverWallet')) sequencer.submit({ kind: 'request', wallet: account.owner, account: no, action: action.name, nonce: BigInt(nonce as number), commands: [], ...charge.take() });
    return signed;
  }
  const { wallet } = signed;`,
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
          `      this.#emit({ type: 'NonceUsed', at, wallet, account, nonce, charge: charge ?? null });`,
          `      void [wallet, account, nonce];
      this.#emit(charge === undefined ? { type: 'ClockMoved', at: this.state.now, to: at } : { type: 'Charged', at, ...charge });`,
        ],
        [
          'engine/engine.ts',
          '    return { outcomes, events: this.#events.since(0), first, last: state.eventSeq };',
          `    if (input.kind === 'request' && input.nonce !== null && (outcomes.length === 0 || outcomes.some(({ refusal }) => refusal === null))) {
      const { wallet, account, nonce } = input;
      this.#emit({ type: 'NonceUsed', at: state.now, wallet, account, nonce, charge: null });
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
        'exchange/requests/life.ts',
        'if (isSpent) sequencer.submit(inputOf([]));',
        `if (isSpent && !trail.isAt('checkWhitelist')) sequencer.submit(inputOf([]));`,
      ]),
  },
  {
    name: 'rate-refusal-frees-the-nonce',
    clause: 'R-03',
    what: 'A write that the bucket of the subaccount refuses does not spend its nonce.',
    make: () =>
      patched([
        'exchange/requests/life.ts',
        'if (isSpent) sequencer.submit(inputOf([]));',
        `if (isSpent && !trail.isAt('chargeAccount')) sequencer.submit(inputOf([]));`,
      ]),
  },
  {
    name: 'nonces-begin-anew-with-a-delegation',
    clause: 'R-03',
    what: 'A delegate that is removed and added again may use its old nonces.',
    make: () =>
      patched([
        'engine/accounts/delegation.ts',
        `  delegations.delete(wallet);
`,
        `  delegations.delete(wallet);
  state.nonces.get(account)?.delete(wallet);
`,
      ]),
  },
  {
    name: 'whitelist-before-validation',
    clause: 'R-01',
    what: 'The whitelist is looked at before the action is validated.',
    make: () =>
      patched([
        'exchange/requests/life.ts',
        "  trail.step = 'checkParams';\n  const parsed = action.parse(admitted",
        `  trail.step = 'checkWhitelist';
  if (action.whitelist === true && state.wallets.get(context.account.owner)?.whitelisted !== true) return refuse('FORBIDDEN', 'failed whitelist arbitration');
  trail.step = 'checkParams';
  const parsed = action.parse(admitted`,
      ]),
  },
  {
    name: 'validation-before-the-bucket',
    clause: 'R-01',
    what: 'A write is validated before the bucket of its subaccount is asked.',
    make: () =>
      patched([
        'exchange/requests/life.ts',
        '  const context = chargeAccount(',
        `  const early = action.parse(admitted.request.params, { state, now: admitted.now, ...authorised });
  if (isRefusal(early)) {
    trail.step = 'checkParams';
    return early;
  }
  const context = chargeAccount(`,
      ]),
  },
  {
    name: 'authority-before-expiry',
    clause: 'R-01',
    what: 'A stranger with an expired request is refused as a stranger.',
    make: () =>
      patched(
        [
          'exchange/requests/life.ts',
          '  if (isExpired(values.expiresAfter, now)) return',
          `  const early = isExpired(values.expiresAfter, now) && signature !== null ? checker.recover(message, signature) : null;
  if (early !== null && !isRefusal(early) && account) {
    const role = roleOf(state, account, early);
    if (role === null || !action.auth.roles.includes(role)) return authorityRefusal(action.auth, early, account, role);
  }
  if (isExpired(values.expiresAfter, now)) return`,
        ],
        STATE_AT_THE_DEADLINE,
      ),
  },
  {
    name: 'nonce-before-expiry',
    clause: 'R-01',
    what: 'An expired request with a used nonce is refused for the nonce.',
    make: () =>
      patched(
        [
          'exchange/requests/life.ts',
          '  if (isExpired(values.expiresAfter, now)) return',
          `  const early = isExpired(values.expiresAfter, now) && signature !== null && action.kind === 'write' ? checker.recover(message, signature) : null;
  if (early !== null && !isRefusal(early) && account && values.nonce > 0n && isNonceUsed(state, early, no, values.nonce)) return refuse('UNAUTHORIZED', 'nonce already used');
  if (isExpired(values.expiresAfter, now)) return`,
        ],
        STATE_AT_THE_DEADLINE,
      ),
  },
  {
    name: 'authority-before-nonce',
    clause: 'R-01',
    what: 'A removed delegate that repeats a nonce is refused for its missing right.',
    make: () =>
      patched([
        'exchange/requests/life.ts',
        '  if (isNonceUsed(state, wallet, subject.no, nonce)) return',
        `  const role = subject.account ? roleOf(state, subject.account, wallet) : null;
  const mayAct = !subject.account || (role !== null && action.auth.roles.includes(role));
  if (mayAct && isNonceUsed(state, wallet, subject.no, nonce)) return`,
      ]),
  },
  {
    name: 'validation-before-authority',
    clause: 'R-01',
    what: 'A stranger with an invalid request is refused for what is invalid.',
    make: () =>
      patched(
        [
          'exchange/requests/life.ts',
          '    return authorityRefusal(auth, wallet, account, role);',
          `    const early = account && action.kind === 'write' ? action.parse(request.params, { state, now, wallet, account, role: 'owner' }) : null;
    return isRefusal(early) ? early : authorityRefusal(auth, wallet, account, role);`,
        ],
        [
          'exchange/requests/life.ts',
          '  { arrived, request }: Admitted,\n  { auth }: TradeAction,\n',
          '  { arrived, request, now }: Admitted,\n  action: TradeAction,\n',
        ],
        [
          'exchange/requests/life.ts',
          '  const { trail } = arrived;\n  const { wallet } = by;',
          '  const { auth } = action;\n  const { trail } = arrived;\n  const { wallet } = by;',
        ],
      ),
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
        'exchange/requests/life.ts',
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
        'exchange/requests/life.ts',
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
        'engine/token-bucket.ts',
        'const refilled = Math.min(now - spent.at, windowMs) * cap;',
        'const refilled = now - spent.at >= windowMs ? windowMs * cap : 0;',
      ]),
  },
  {
    name: 'second-of-a-millisecond-more',
    clause: 'LIMIT-ORDERS-100-PER-SECOND',
    what: 'Orders count against the rate for 1,001 ms.',
    takes: 'one millisecond',
    make: () => patched(['engine/admission.ts', 'at > now - SECOND_MS', 'at >= now - SECOND_MS']),
  },
  {
    name: 'rate-counts-requests-not-orders',
    clause: 'LIMIT-ORDERS-100-PER-SECOND',
    what: 'A batch counts as one order against the rate.',
    make: () => patched(['engine/admission.ts', '{ at: now, orders }', '{ at: now, orders: 1 }']),
  },
  {
    name: 'bucket-full-after-a-change-of-tier',
    clause: 'R-40',
    what: 'A change of tier fills the bucket.',
    make: () =>
      patched([
        'engine/admission.ts',
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
        'exchange/http/http.ts',
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
        'exchange/http/http.ts',
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
