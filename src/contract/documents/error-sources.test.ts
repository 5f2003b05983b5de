import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { INFO_ACTIONS, TRADE_ACTIONS } from '../catalogue.ts';
import { type ErrorCode, ERRORS } from '../../kernel/errors.ts';
import { errorSourcesOf } from './error-texts.ts';

const FEATURES = fileURLToPath(new URL('../../../features/trade', import.meta.url));
const CODES = Object.keys(ERRORS) as ErrorCode[];

/** Codes of orders that a feature names, with the action that the feature is about. */
const NAMED = readdirSync(FEATURES).flatMap((file) => {
  const action = file.replace(/[-.].*$/, '');
  const words = new Set(readFileSync(join(FEATURES, file), 'utf8').match(/\b[A-Z][A-Z_]+\b/g));
  const codes = CODES.filter((code) => words.has(code) && ERRORS[code].category === 'TRADING');
  return TRADE_ACTIONS.has(action) ? codes.map((code): [ErrorCode, string] => [code, action]) : [];
});

describe('errorSourcesOf', () => {
  test.each(CODES)('%s has a request that meets it, and names actions that exist', (code) => {
    const { every, forRequest, forOrder } = errorSourcesOf(code);
    expect(every ?? [...forRequest, ...forOrder]).not.toEqual([]);
    const unknown = [...forRequest, ...forOrder].filter((name) => !TRADE_ACTIONS.has(name) && !INFO_ACTIONS.has(name));
    expect(unknown).toEqual([]);
  });

  test('knows every action whose features name the code', () => {
    expect(NAMED.length).toBeGreaterThan(30);
    const missing = NAMED.filter(([code, action]) => {
      const { forRequest, forOrder } = errorSourcesOf(code);
      return !forRequest.includes(action) && !forOrder.includes(action);
    });
    expect(missing).toEqual([]);
  });
});
