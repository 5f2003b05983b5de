import { sourceThreadFlags } from '../../runtime/thread-module.ts';

/** Flags with which a thread reads TypeScript. */
export const SOURCE_THREADS: readonly string[] = sourceThreadFlags();
