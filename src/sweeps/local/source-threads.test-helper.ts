import { sourceThreadFlags } from '../../runtime/source-threads.ts';

/** Flags with which a thread reads TypeScript. */
export const SOURCE_THREADS: readonly string[] = sourceThreadFlags();
