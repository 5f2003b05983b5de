import { expect, test } from 'vitest';
import { areasOf, askedOf, FIRST_DRAFT, problemsOf } from './suite-draft.ts';

const FEATURES = [
  { path: 'features/auth/authority.feature', title: 'authority', scenarios: 3 },
  { path: 'features/auth/expiry.feature', title: 'expiry', scenarios: 4 },
  { path: 'features/trade/cancelOrders.feature', title: 'cancel', scenarios: 8 },
];

test('the first draft asks for the whole suite on fresh exchanges', () => {
  expect(problemsOf(FIRST_DRAFT, FEATURES)).toEqual({});
  expect(askedOf(FIRST_DRAFT)).toEqual({ kind: 'conformance', profile: 'full', target: 'fresh' });
});

test('a draft asks for what is filled in and fits its target', () => {
  const draft = {
    ...FIRST_DRAFT,
    url: ' https://api.example.org ',
    serviceName: 'Example',
    reset: true,
    areas: ['features/auth'],
    feature: 'features/trade/cancelOrders.feature:12',
    tags: ' @negative ',
    clause: 'GETTRADES-*',
  };
  const chosen = {
    features: ['features/auth', 'features/trade/cancelOrders.feature:12'],
    tags: '@negative',
    clause: 'GETTRADES-*',
  };
  expect(askedOf(draft)).toEqual({ kind: 'conformance', profile: 'full', target: 'fresh', ...chosen });
  expect(askedOf({ ...draft, target: 'this' })).toMatchObject({ target: 'this', reset: true });
  expect(askedOf({ ...draft, target: 'other', profile: 'core' })).toEqual({
    kind: 'conformance',
    profile: 'core',
    target: 'https://api.example.org',
    serviceName: 'Example',
    reset: true,
    ...chosen,
  });
});

test('each field says what it takes', () => {
  const draft = {
    ...FIRST_DRAFT,
    target: 'other',
    url: 'api.example.org',
    feature: 'features/x',
    clause: 'A B',
  } as const;
  expect(problemsOf(draft, FEATURES)).toEqual({
    url: 'the URL of a deployment, such as https://api.example.org',
    feature: 'a file of the list, with or without a line: features/auth/expiry.feature:12',
    clause: 'a clause id or the beginning of one, such as GETTRADES-*',
  });
  expect(problemsOf({ ...FIRST_DRAFT, feature: 'features/auth/expiry.feature:7' }, FEATURES)).toEqual({});
});

test('areas have the scenarios of their features', () => {
  expect(areasOf(FEATURES)).toEqual([
    ['features/auth', 7],
    ['features/trade', 8],
  ]);
});
