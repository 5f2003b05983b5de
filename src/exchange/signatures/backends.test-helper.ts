import type { RecoveryBackend } from './signature.ts';

/** Platforms for which the optional module comes compiled; elsewhere it exists only if it was built locally. */
const COMPILED = ['darwin-arm64', 'linux-x64', 'win32-x64'];

/** The backends that must work here, the fastest first. */
export const BACKENDS: readonly RecoveryBackend[] = COMPILED.includes(`${process.platform}-${process.arch}`)
  ? ['native', 'portable']
  : ['portable'];
