import { expect as ofPlaywright } from 'playwright/test';
import { HANGS_MS } from '../../../scripts/chromium.ts';

export { HANGS_MS };
/** A step looks several times. */
export const STEP_HANGS_MS = 3 * HANGS_MS;

/** Looks again until it is so. */
export const expect = ofPlaywright.configure({ timeout: HANGS_MS });
