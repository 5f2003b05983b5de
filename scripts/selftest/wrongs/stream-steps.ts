import { patched } from '../make.ts';
import type { Wrong } from '../wrong.ts';

/** Rules of streams that show over several frames or connections. */
export const STREAM_STEPS: readonly Wrong[] = [
  {
    name: 'first-change-after-the-snapshot-lost',
    clause: 'WS-EMISSION',
    what: 'The first frame after a snapshot is lost.',
    transport: 'ws',
    make: () =>
      patched([
        'exchange/stream/hub.ts',
        'stream.subscribers.set(subscriber, this.#frames);',
        'stream.subscribers.set(subscriber, this.#frames + 1);',
      ]),
  },
  {
    name: 'checksum-of-the-change',
    clause: 'WS-EMISSION',
    what: 'The checksum of a change of the book is that of the levels that changed.',
    transport: 'ws',
    make: () =>
      patched([
        'exchange/stream/sources/orderbook.ts',
        'bookChecksum(this.#bids.map(textOf), this.#asks.map(textOf))',
        'bookChecksum(bids.map(textOf), asks.map(textOf))',
      ]),
  },
  {
    name: 'removed-levels-not-sent',
    clause: 'WS-EMISSION',
    what: 'The removal of a book level is not sent.',
    transport: 'ws',
    make: () =>
      patched([
        'exchange/stream/sources/orderbook.ts',
        `    if (order < 0 && was) changes.push({ price: was.price, lots: 0, text: { price: was.text.price, quantity: '0' } });
    else if`,
        `    if (order < 0 && was) continue;
    else if`,
      ]),
  },
  {
    name: 'ten-trades-at-most',
    clause: 'WS-SUB-TRADE-UPDATES',
    what: 'Only the first ten fills of one order are sent on the public trades channel.',
    transport: 'ws',
    make: () =>
      patched(
        [
          'exchange/stream/sources.ts',
          'const tradesSource: SourceFactory<MarketChoice> = ({ market }, { state, provenance, push }) => ({',
          `let sent = 0;
let sentOf = '';
const tradesSource: SourceFactory<MarketChoice> = ({ market }, { state, provenance, push }) => ({`,
        ],
        [
          'exchange/stream/sources.ts',
          '    const { spec } = marketOf(state, event.symbol);',
          `    const taker = String(event.taker.order);
    sent = taker === sentOf ? sent + 1 : 1;
    sentOf = taker;
    if (sent > 10) return;
    const { spec } = marketOf(state, event.symbol);`,
        ],
      ),
  },
  {
    name: 'sweeps-sent-last-fill-first',
    clause: 'WS-SUB-TRADE-UPDATES',
    what: 'The fills of one order are sent from the last to the first.',
    transport: 'ws',
    make: () =>
      patched(
        [
          'exchange/stream/sources.ts',
          '({ market }, { state, provenance, push }) => ({',
          '({ market }, { state, provenance, push }) => { const held: string[] = []; return ({',
        ],
        [
          'exchange/stream/sources.ts',
          `    push(pushFrame(trades, event.at, data, provenance.of(seq, event.at)));
  },
});`,
          `    held.push(pushFrame(trades, event.at, data, provenance.of(seq, event.at)));
  },
  quiescent: () => {
    for (const frame of held.splice(0).reverse()) push(frame);
  },
}); };`,
        ],
      ),
  },
  {
    name: 'slow-readers-without-bound',
    clause: 'WS-SUB-TRADES',
    what: 'Frames for a reader that stands still are kept without a bound.',
    transport: 'ws',
    make: () =>
      patched(
        ['exchange/stream/sink.ts', 'slowBytes: 262_144', 'slowBytes: 1_000_000_000_000'],
        ['exchange/stream/sink.ts', 'queuedBytesMax: 4_194_304', 'queuedBytesMax: 1_000_000_000_000'],
      ),
  },
  {
    name: 'malformed-frames-end-everything',
    clause: 'WS-ERR-CODE',
    what: 'A frame that breaks the protocol ends the server.',
    transport: 'ws',
    make: () =>
      patched([
        'exchange/ws/connection.ts',
        `ws.on('error', () => this.#beginClosing());`,
        `ws.on('error', (error) => {
      throw error;
    });`,
      ]),
  },
  {
    name: 'other-bytes-than-utf8-are-read',
    clause: 'WS-ERR-CODE',
    what: 'A frame that is not valid UTF-8 is decoded and receives a response.',
    transport: 'ws',
    make: () =>
      patched([
        'exchange/ws/upgrade-handler.ts',
        '      autoPong: false,',
        `      autoPong: false,
      skipUTF8Validation: true,`,
      ]),
  },
  {
    name: 'malformed-frames-end-all-connections',
    clause: 'WS-ERR-CODE',
    what: 'A frame that breaks the protocol ends the connections of everybody.',
    transport: 'ws',
    make: () =>
      patched(
        [
          'exchange/ws/upgrade-handler.ts',
          '        onError: (error) => this.#options.onError?.(error),\n',
          `        onError: (error) => this.#options.onError?.(error),
        onBroken: () => { for (const other of [...this.#connections]) other.terminate(); },
`,
        ],
        [
          'exchange/ws/connection.ts',
          '  /** Receives errors of the server itself. */',
          `  readonly onBroken: () => void;
  /** Receives errors of the server itself. */`,
        ],
        [
          'exchange/ws/connection.ts',
          `ws.on('error', () => this.#beginClosing());`,
          `ws.on('error', () => {
      this.#beginClosing();
      parts.onBroken();
    });`,
        ],
      ),
  },
  {
    name: 'binary-frames-are-read',
    clause: 'WS-ERR-CODE',
    what: 'A binary frame is read as text.',
    transport: 'ws',
    make: () =>
      patched([
        'exchange/ws/connection.ts',
        `    if (isBinary) this.close(CLOSE.binary, 'text frames only');
    else this.`,
        `    if (isBinary && !CLOSE.binary) return;
    this.`,
      ]),
  },
  {
    name: 'first-to-leave-ends-the-orders',
    clause: 'WS-EMISSION',
    what: 'The first of several connections that goes takes the orders along.',
    transport: 'ws',
    make: () =>
      patched([
        'exchange/stream/session/outbox.ts',
        'if (isValid(login) && ![...logins].some(isValid)) onAbsent',
        'if (isValid(login)) onAbsent',
      ]),
  },
  {
    name: 'responses-after-their-events',
    clause: 'WS-EMISSION',
    what: 'The events that a request causes are sent before its response.',
    transport: 'ws',
    make: () =>
      patched([
        'exchange/stream/hub.ts',
        '    if (this.#collected.length > 0 || this.#failed.length > 0) this.#askTurn();',
        '    if (this.#collected.length > 0 || this.#failed.length > 0) this.#handOut();',
      ]),
  },
  {
    name: 'book-frames-at-every-change',
    clause: 'WS-SUB-FORMAT',
    what: 'The book is sent at every change, whatever the update frequency.',
    transport: 'ws',
    make: () =>
      patched([
        'exchange/stream/sources/orderbook.ts',
        'this.#due = (Math.floor(event.at / updateFrequencyMs) + 1) * updateFrequencyMs;',
        'this.#due = event.at + 0 * updateFrequencyMs + 1;',
      ]),
  },
  {
    name: 'private-events-in-any-order',
    clause: 'WS-EMISSION',
    what: 'Events of a subaccount that belong together come from the last to the first.',
    transport: 'ws',
    make: () =>
      patched([
        'exchange/stream/hub.ts',
        `    const collected = this.#collected;
`,
        `    const collected = this.#collected.reverse();
`,
      ]),
  },
];
