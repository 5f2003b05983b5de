import type {
  FaultRecord,
  OrderRecord,
  ProcessRecord,
  SentOrder,
  Tape,
  UsageRecord,
  WireFrame,
  WireRequest,
} from './tape.ts';

const SECOND = 1_000;

/** An order that most tapes place. */
export const bid: SentOrder = {
  ...{ symbol: 'BTC-USDT', side: 'buy', price: '94000', quantity: '0.1', clientId: 'a-1', isReducing: false },
  rests: true,
};

/** Entries of a tape in their order: the place of each is its number. */
export class TapeWriter implements Tape {
  readonly requests: WireRequest[] = [];
  readonly frames: WireFrame[] = [];
  readonly connections: Tape['connections'][number][] = [];
  readonly orders: OrderRecord[] = [];
  readonly fills: Tape['fills'][number][] = [];
  readonly faults: FaultRecord[] = [];
  readonly process: ProcessRecord[] = [];
  readonly open: { no: number; at: number; count: number; quotes: number }[] = [];
  readonly marks: { at: number; symbol: string; mark: string }[] = [];
  readonly forced: Tape['forced'] = [];
  readonly deleveraged: Tape['deleveraged'] = [];
  readonly usage: UsageRecord[] = [];
  readonly charges: Tape['charges'][number][] = [];
  readonly wrongClocks = 0;
  #no = 0;

  #next = (): number => (this.#no += 1);

  request(at: number, action: string, given: Partial<WireRequest> = {}): this {
    this.requests.push({
      ...{ no: this.#next(), at, transport: 'rest', action, orders: [], cancels: [], deadline: 0, nonce: null },
      ...{ sent: '', got: '' },
      ...{
        doneNo: this.#next(),
        doneAt: at,
        isLost: false,
        status: 200,
        code: null,
        message: '',
        items: [],
        timestamp: at,
      },
      ...given,
    });
    return this;
  }

  place(at: number, given: Partial<WireRequest> = {}): this {
    return this.request(at, 'placeOrders', { orders: [bid], items: [null], ...given });
  }

  order(at: number, given: Partial<OrderRecord> = {}): this {
    const { symbol, side, price, quantity, clientId } = bid;
    this.orders.push({
      no: this.#next(),
      at,
      symbol,
      side,
      price,
      quantity,
      clientId,
      isReducing: false,
      stop: '',
      mark: '95000',
      ...{ twins: 0, twinAt: null, beside: 0, isBesidePart: false, isPart: false },
      endedAt: null,
      end: '',
      ...given,
    });
    return this;
  }

  count(at: number, count: number): this {
    this.open.push({ no: this.#next(), at, count, quotes: count });
    return this;
  }

  frame(at: number, channel: string, given: Partial<WireFrame> = {}): this {
    this.frames.push({
      ...{ no: this.#next(), at, channel, symbol: 'BTC-USDT', isSnapshot: false, timestamp: at },
      ...{ event: '', clientId: '', marginUse: null, fundingRate: '' },
      ...given,
    });
    return this;
  }

  charge(at: number, tokens: number): this {
    this.charges.push({ at, tokens });
    return this;
  }

  fill(at: number, position: string): this {
    this.fills.push({ at, symbol: 'BTC-USDT', side: 'buy', quantity: '0.1', price: '95000', position });
    return this;
  }

  moveMark(at: number, mark: string): this {
    this.marks.push({ at, symbol: 'BTC-USDT', mark });
    return this;
  }

  connect(at: number, channel: string, closedAt: number | null = null): this {
    this.connections.push({
      ...{ no: this.#next(), at, endpoint: 'trade', closedAt, byExchange: closedAt !== null },
      subscriptions: [{ no: this.#next(), at, channel, format: 'diff' }],
    });
    return this;
  }

  use(given: (place: number) => Partial<UsageRecord>): this {
    for (let place = 0; place < 40; place += 1)
      this.usage.push({ at: place * SECOND, bytes: 1e8, handles: 30, cpuMs: place * 100, ...given(place) });
    return this;
  }

  fault(at: number, effect: FaultRecord['effect'], target: string): this {
    this.faults.push({ no: this.#next(), at, rule: 'rule', effect, target });
    return this;
  }

  mark(at: number, what: ProcessRecord['what'], text = '', open = 2): this {
    this.process.push({ no: this.#next(), at, what, text, open });
    return this;
  }
}

/** A tape without entries. */
export const tape = (): TapeWriter => new TapeWriter();
