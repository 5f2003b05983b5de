import { sourceThreadFlags } from '../../../exchange/thread-module.ts';

/** Flags with which a thread reads TypeScript. */
export const SOURCE_THREADS: readonly string[] = sourceThreadFlags();
