import assert from 'node:assert/strict';
import type { Exchanged } from '../../src/suite/transports/transport.ts';

/** Asserts that a request that only prepares a scenario was served. */
export function assertServed(response: Exchanged): void {
  assert.equal(response.status, 200, response.text);
}
