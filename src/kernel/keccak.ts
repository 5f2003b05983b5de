/**
 * Keccak-256 as wallets use it (the original padding, not that of SHA-3), synchronous, so that pure code can call it.
 * It serves address checksums. Signature checks hash in bulk with the WASM build of `exchange/signatures/typed-data.ts`.
 */
export { keccak_256 as keccak256 } from '@noble/hashes/sha3.js';
