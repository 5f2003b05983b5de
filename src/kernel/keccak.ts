/**
 * Keccak-256 as wallets use it (the original padding, not SHA-3's), in plain 32-bit arithmetic: no
 * package, nothing asynchronous, so the pure layers may call it. It serves address checksums; signature
 * checks hash in bulk with the WASM build of `runtime/signatures/signature.ts`.
 */

const LANES = 25;
const ROUNDS = 24;
/** Bytes absorbed per permutation: 1600 bits less twice the 256 of the digest. */
const RATE = 136;
const DIGEST_BYTES = 32;

const word = (words: Int32Array, index: number): number => words[index] ?? 0;

/** Iota constants, drawn from the shift register that defines them; low word first. */
const ROUND_CONSTANTS = ((): Int32Array => {
  const constants = new Int32Array(2 * ROUNDS);
  let register = 1;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let power = 0; power < 7; power += 1) {
      const bit = (1 << power) - 1;
      const index = 2 * round + (bit >> 5);
      if (register & 1) constants[index] = word(constants, index) ^ (1 << (bit & 31));
      register = (register << 1) ^ (register & 0x80 ? 0x171 : 0);
    }
  }
  return constants;
})();

/** The walk of rho and pi over the lanes: where each step lands and how far it rotates. */
const WALK = ((): readonly { readonly lane: number; readonly turn: number }[] => {
  const steps = [];
  for (let step = 0, x = 1, y = 0; step < LANES - 1; step += 1) {
    [x, y] = [y, (2 * x + 3 * y) % 5];
    steps.push({ lane: x + 5 * y, turn: (((step + 1) * (step + 2)) / 2) % 64 });
  }
  return steps;
})();

/** The word `own` of a 64-bit lane rotated left by `turn` bits, given the lane's other word. */
function rotated(own: number, other: number, turn: number): number {
  if (turn >= 32) return rotated(other, own, turn - 32);
  return turn === 0 ? own : (own << turn) | (other >>> (32 - turn));
}

function theta(state: Int32Array): void {
  const columns = new Int32Array(10);
  for (let index = 0; index < 2 * LANES; index += 1) {
    columns[index % 10] = word(columns, index % 10) ^ word(state, index);
  }
  for (let index = 0; index < 2 * LANES; index += 1) {
    const left = word(columns, (index + 8) % 10);
    const right = (index + 2) % 10;
    state[index] = word(state, index) ^ left ^ rotated(word(columns, right), word(columns, right ^ 1), 1);
  }
}

function rhoPi(state: Int32Array): void {
  let low = word(state, 2);
  let high = word(state, 3);
  for (const { lane, turn } of WALK) {
    const [nextLow, nextHigh] = [word(state, 2 * lane), word(state, 2 * lane + 1)];
    state[2 * lane] = rotated(low, high, turn);
    state[2 * lane + 1] = rotated(high, low, turn);
    [low, high] = [nextLow, nextHigh];
  }
}

function chi(state: Int32Array): void {
  for (let row = 0; row < 2 * LANES; row += 10) {
    const before = state.slice(row, row + 10);
    for (let index = 0; index < 10; index += 1) {
      state[row + index] = word(before, index) ^ (~word(before, (index + 2) % 10) & word(before, (index + 4) % 10));
    }
  }
}

function permute(state: Int32Array): void {
  for (let round = 0; round < ROUNDS; round += 1) {
    theta(state);
    rhoPi(state);
    chi(state);
    state[0] = word(state, 0) ^ word(ROUND_CONSTANTS, 2 * round);
    state[1] = word(state, 1) ^ word(ROUND_CONSTANTS, 2 * round + 1);
  }
}

/** The 32-byte Keccak-256 digest of `bytes`. */
export function keccak256(bytes: Uint8Array): Uint8Array {
  const padded = new Uint8Array((Math.floor(bytes.length / RATE) + 1) * RATE);
  padded.set(bytes);
  padded[bytes.length] = 0x01;
  // One byte may carry both ends of the padding.
  padded[padded.length - 1] = (padded[padded.length - 1] ?? 0) | 0x80;

  const state = new Int32Array(2 * LANES);
  const input = new DataView(padded.buffer);
  for (let block = 0; block < padded.length; block += RATE) {
    for (let index = 0; index < RATE / 4; index += 1) {
      state[index] = word(state, index) ^ input.getInt32(block + 4 * index, true);
    }
    permute(state);
  }

  const digest = new DataView(new ArrayBuffer(DIGEST_BYTES));
  for (let index = 0; index < DIGEST_BYTES / 4; index += 1) digest.setInt32(4 * index, word(state, index), true);
  return new Uint8Array(digest.buffer);
}
