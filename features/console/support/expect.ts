import { expect as ofPlaywright } from 'playwright/test';

/**
 * No scenario waits for the machine: these limits end one that hangs, and are far beyond what any takes with many busy processes
 * beside it.
 */
export const HANGS_MS = 180_000;
export const STEP_HANGS_MS = 3 * HANGS_MS;

/** Looks again until it is so. */
export const expect = ofPlaywright.configure({ timeout: HANGS_MS });
