import { Type } from '@sinclair/typebox';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Channel, StreamEndpoint } from '../../contract/channel.ts';
import { ALL_CHANNELS } from '../../contract/channels.ts';
import { pushChannelSchema } from '../../contract/stream-messages.ts';
import type { Command } from '../../engine/command.ts';
import type { PlaceOrder, Side } from '../../engine/orders/order-terms.ts';
import type { CommandOutcome } from '../../engine/engine.ts';
import { accountNoOf } from '../../kernel/ids.ts';
import type { Core } from '../core.ts';
import type { Lab } from '../lab.test-helper.ts';
import type { WorldFile } from '../world/world-file.ts';
import type { StreamSession } from './sink.ts';

/** A push as a client reads it. */
export interface Push {
  readonly method: string;
  readonly channel: string;
  readonly timestamp: number;
  readonly type?: 'snapshot' | 'diff';
  readonly meseq?: number;
  readonly prevMeseq?: number;
  readonly met?: string;
  readonly checksum?: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface StreamReply {
  readonly id: number;
  readonly requestId: number;
  readonly status: number;
  readonly result: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: string; readonly message: string };
}

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
ajv.addFormat('date-time', /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
const FITS = new Map(ALL_CHANNELS.map((channel) => [channel.push.method, ajv.compile(frameSchemaOf(channel))]));

/** The whole of a push: nothing beyond what its channel names. */
function frameSchemaOf({ push, envelope, data }: Channel) {
  return Type.Object(
    {
      method: Type.Literal(push.method),
      channel: pushChannelSchema(push),
      timestamp: Type.Integer(),
      ...(envelope as ReturnType<typeof Type.Object>).properties,
      data,
    },
    { additionalProperties: false },
  );
}

/** A connection without a socket. Every push it gets must fit the schema of its channel. */
export class Listener {
  /** Every frame, as it came. */
  readonly frames: string[] = [];
  /** How many frames came with each write. */
  readonly writes: number[] = [];
  readonly closed: number[] = [];
  readonly session: StreamSession;
  #read = 0;
  #asked = 0;

  constructor(core: Pick<Core, 'streams'>, endpoint: StreamEndpoint = 'info') {
    const sink = {
      send: (frames: readonly string[]) => {
        this.frames.push(...frames);
        this.writes.push(frames.length);
      },
      close: (code: number) => void this.closed.push(code),
      buffered: () => 0,
    };
    this.session = core.streams.open(endpoint, sink, { ip: '127.0.0.1' });
  }

  /** A request whose response is sent at once. */
  ask(method: string, params: object): StreamReply {
    this.#asked += 1;
    const before = this.frames.length;
    this.session.receive(JSON.stringify({ id: this.#asked, method, params }));
    const reply = this.frames[before];
    if (reply === undefined) throw new Error(`${method} received no response`);
    return JSON.parse(reply) as StreamReply;
  }

  /** Subscribes, which must succeed. */
  follow(type: string, params: object = {}): void {
    const { status, error } = this.ask('subscribe', { type, ...params });
    if (status !== 200) throw new Error(`${type}: ${error?.message ?? ''}`);
  }

  /** The pushes since the last look. */
  pushes(): Push[] {
    return this.frames.slice(this.#read, (this.#read = this.frames.length)).flatMap((frame) => {
      const push = JSON.parse(frame) as Push & { id?: number };
      if (push.id !== undefined) return [];
      const fits = FITS.get(push.method);
      if (!fits?.(push)) throw new Error(`${frame}\n${JSON.stringify(fits?.errors?.slice(-3))}`);
      return [push];
    });
  }

  /** The data of the pushes since the last look, once the turn they go out in has come. */
  async data(): Promise<Push['data'][]> {
    await nextTurn();
    return this.pushes().map(({ data }) => data);
  }
}

/** What was collected has been handed out. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** The named fields of each push. */
export const fieldsOf = (data: readonly Push['data'][], ...names: string[]): unknown[][] =>
  data.map((one) => names.map((name) => one[name]));

/** Commands of one request of a lab's account, past signatures and buckets. */
export function run({ core, accounts }: Lab, who: number, ...commands: readonly Command[]): readonly CommandOutcome[] {
  const { address } = accounts[who] ?? { address: '' };
  const wallet = address.toLowerCase();
  const draft = { kind: 'request', wallet, account: noOf(accounts, who), action: 'test', nonce: null } as const;
  return core.sequencer.submit({ ...draft, commands }).outcomes;
}

/** Number of a lab's account in the engine. */
export const noOf = (accounts: Lab['accounts'], who: number): number =>
  accountNoOf(BigInt(accounts[who]?.subAccountId ?? 0)) ?? -1;

/** A BTC-USDT order, limitGtc unless another type is given; it must be accepted. Returns its number. */
export function place(
  lab: Lab,
  who: number,
  side: Side,
  quantity: string,
  price: string,
  change: Partial<PlaceOrder> = {},
): number {
  const order: PlaceOrder = {
    type: 'PlaceOrder',
    account: noOf(lab.accounts, who),
    symbol: 'BTC-USDT',
    side,
    orderType: 'limitGtc',
    price,
    quantity,
    reduceOnly: false,
    postOnly: false,
    clientId: '',
    expiresAt: null,
    source: '',
    ...change,
  };
  const [outcome] = run(lab, who, order);
  const [no] = outcome?.events.flatMap((event) => (event.type === 'OrderPlaced' ? [event.order.no] : [])) ?? [];
  if (no === undefined) throw new Error(`the order was refused: ${outcome?.refusal?.message ?? ''}`);
  return no;
}

export function cancel(lab: Lab, who: number, no: number): void {
  run(lab, who, { type: 'CancelOrder', account: noOf(lab.accounts, who), order: { no } });
}

/** The calm world in which only some markets live, and step this often: the others stand still and have no books. */
export const livingWorld = (symbols: readonly string[], stepMs = 1_000): WorldFile => ({
  extends: 'calm',
  everyMarket: { process: { kind: 'still' }, liquidity: { kind: 'none' } },
  markets: symbols.map((symbol) => ({
    symbol,
    process: { kind: 'gbm', stepMs, volatilityPpb: 90_000, driftPpb: 0, jumpPerMillion: 200, jumpPpb: 2_000_000 },
    liquidity: {
      kind: 'agents',
      stepMs,
      makers: 3,
      levels: 40,
      firstTicks: 2,
      stepTicks: 3,
      minLots: 2_000,
      maxLots: 40_000,
      takerPerMillion: 300_000,
      cancelPerMillion: 30_000,
      basisReversionPerMillion: 20_000,
      basisNoisePpb: 10_000,
    },
  })),
});
