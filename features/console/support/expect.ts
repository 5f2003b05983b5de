import { expect as ofPlaywright } from 'playwright/test';

/** Looks again for longer than usual before it gives up: browser, exchange and runs share the machine. */
export const expect = ofPlaywright.configure({ timeout: 20_000 });
