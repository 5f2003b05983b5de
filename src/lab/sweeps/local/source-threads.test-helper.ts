import { sourceThreadFlags } from '../../../exchange/package-root.ts';

/** Flags with which a thread reads TypeScript. */
export const SOURCE_THREADS: readonly string[] = sourceThreadFlags();
