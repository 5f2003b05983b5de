import { createRequire } from 'node:module';
import { createKeccak, type IHasher } from 'hash-wasm';

/**
 * The least that checking a placeOrders signature takes: type hashes computed once, fields written into one buffer by
 * hand, native recovery. Written apart from the product, so that it is a yardstick and not a mirror.
 */

export interface YardstickOrder {
  readonly symbol: string;
  readonly side: string;
  readonly orderType: string;
  readonly price: string;
  readonly quantity: string;
}

export interface YardstickMessage {
  readonly subAccountId: string;
  readonly orders: readonly YardstickOrder[];
  readonly grouping: string;
  readonly nonce: number;
}

export interface WireSignature {
  readonly v: number;
  readonly r: string;
  readonly s: string;
}

/** What the native module offers; its plain entry falls back to a slow one in silence, `bindings` does not. */
interface NativeCurve {
  ecdsaSign(digest: Uint8Array, key: Uint8Array): { signature: Uint8Array; recid: number };
  ecdsaRecover(signature: Uint8Array, recid: number, digest: Uint8Array, compressed: boolean): Uint8Array;
}

const ORDER_TYPE =
  'Order(string symbol,string side,string orderType,string price,string triggerPrice,string quantity,bool reduceOnly,bool isTriggerMarket,string clientOrderId,bool closePosition)';
const MESSAGE_TYPE = `PlaceOrders(uint256 subAccountId,Order[] orders,string grouping,uint256 nonce,uint256 expiresAfter)${ORDER_TYPE}`;
const DOMAIN_TYPE = 'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)';
const WORD = 32;

/** Signs and checks messages for one service name. */
export class PlaceOrdersSigner {
  readonly #hasher: IHasher;
  readonly #curve: NativeCurve;
  readonly #orderType: Uint8Array;
  readonly #messageType: Uint8Array;
  readonly #domain: Uint8Array;
  readonly #empty: Uint8Array;
  readonly #texts = new Map<string, Uint8Array>();

  private constructor(hasher: IHasher, curve: NativeCurve, serviceName: string) {
    this.#hasher = hasher;
    this.#curve = curve;
    this.#orderType = this.#keccak(ORDER_TYPE);
    this.#messageType = this.#keccak(MESSAGE_TYPE);
    this.#empty = this.#keccak('');
    this.#domain = this.#hashWords([
      this.#keccak(DOMAIN_TYPE),
      this.#keccak(serviceName),
      this.#keccak('1'),
      uint256(1n),
      uint256(0n),
    ]);
  }

  static async create(serviceName: string): Promise<PlaceOrdersSigner> {
    const curve = createRequire(import.meta.url)('secp256k1/bindings') as NativeCurve;
    return new PlaceOrdersSigner(await createKeccak(256), curve, serviceName);
  }

  digest(message: YardstickMessage): Uint8Array {
    const struct = this.#hashWords([
      this.#messageType,
      uint256(BigInt(message.subAccountId)),
      this.#hashWords(message.orders.map((order) => this.#order(order))),
      this.#text(message.grouping),
      uint256(BigInt(message.nonce)),
      uint256(0n),
    ]);
    return this.#keccak(Buffer.concat([Buffer.from([0x19, 0x01]), this.#domain, struct]));
  }

  sign(message: YardstickMessage, key: Uint8Array): WireSignature {
    const { signature, recid } = this.#curve.ecdsaSign(this.digest(message), key);
    const hex = Buffer.from(signature).toString('hex');
    return { v: 27 + recid, r: `0x${hex.slice(0, 64)}`, s: `0x${hex.slice(64)}` };
  }

  /** The wallet that signed, in lower case. */
  recover(message: YardstickMessage, { v, r, s }: WireSignature): string {
    const signature = Buffer.from(r.slice(2) + s.slice(2), 'hex');
    const key = this.#curve.ecdsaRecover(signature, v - 27, this.digest(message), false);
    return `0x${Buffer.from(this.#keccak(key.subarray(1)).subarray(12)).toString('hex')}`;
  }

  #order(order: YardstickOrder): Uint8Array {
    const no = uint256(0n);
    return this.#hashWords([
      this.#orderType,
      this.#text(order.symbol),
      this.#text(order.side),
      this.#text(order.orderType),
      this.#text(order.price),
      this.#empty,
      this.#text(order.quantity),
      no,
      no,
      this.#empty,
      no,
    ]);
  }

  /** Texts of orders repeat (symbols, sides, types), so their hashes are kept. */
  #text(text: string): Uint8Array {
    const known = this.#texts.get(text);
    if (known) return known;
    const hash = this.#keccak(text);
    if (this.#texts.size < 4096) this.#texts.set(text, hash);
    return hash;
  }

  #hashWords(words: readonly Uint8Array[]): Uint8Array {
    const bytes = new Uint8Array(words.length * WORD);
    words.forEach((word, index) => bytes.set(word, index * WORD));
    return this.#keccak(bytes);
  }

  #keccak(data: string | Uint8Array): Uint8Array {
    return this.#hasher.init().update(data).digest('binary');
  }
}

function uint256(value: bigint): Uint8Array {
  const word = new Uint8Array(WORD);
  for (let index = WORD - 1, rest = value; rest > 0n; index -= 1, rest >>= 8n) word[index] = Number(rest & 0xffn);
  return word;
}
