import { sourceThreadFlags } from '../../runtime/signatures/workers/thread.ts';

/** Flags with which a thread reads TypeScript. */
export const SOURCE_THREADS: readonly string[] = sourceThreadFlags();
