import { expect, test } from 'vitest';
import { createControlPlane } from './control-plane.ts';
import { FIRST_ACCOUNT, useControlPlane } from './control-plane.test-helper.ts';

const rig = useControlPlane();
const { get, post } = rig;
const TOKEN = 'correct-horse-battery';

const guarded = (boundHost: string, token: string | null) =>
  createControlPlane(rig.exchange, { boundHost, token, version: '0.0.0' });

test.each([
  ['this machine', '127.0.0.1', {}, 200],
  ['this machine over IPv6', '::1', {}, 200],
  ['this machine as mapped IPv4', '::ffff:127.0.0.1', {}, 200],
  ['another address of the loopback net', '127.8.8.8', {}, 200],
  ['another machine', '10.0.0.7', {}, 403],
  ['another machine that claims to be this one', '10.0.0.7', { 'x-forwarded-for': '127.0.0.1' }, 403],
  ['an address that only starts like loopback', '127.0.0.1.evil', {}, 403],
  ['a token although none was set', '10.0.0.7', { authorization: `Bearer ${TOKEN}` }, 403],
  ['a page of this machine', '127.0.0.1', { origin: 'http://localhost:3000' }, 200],
  ['a page of another site', '127.0.0.1', { origin: 'https://evil.example' }, 403],
  ['a sandboxed page', '127.0.0.1', { origin: 'null' }, 403],
  ['a cross-site request without origin', '127.0.0.1', { 'sec-fetch-site': 'cross-site' }, 403],
  ['a rebound name', '127.0.0.1', { host: 'evil.example:8700' }, 403],
  ['a name that only starts like loopback', '127.0.0.1', { host: '127.0.0.1.evil.example' }, 403],
  ['localhost by name', '127.0.0.1', { host: 'localhost:8700' }, 200],
  ['a proxy of this machine', '127.0.0.1', { 'x-forwarded-for': '10.0.0.7' }, 403],
  ['a proxy that claims to forward this machine', '127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }, 403],
  ['a proxy that forwards an empty header', '127.0.0.1', { 'x-forwarded-for': '' }, 403],
  ['a proxy that sends the standard header', '127.0.0.1', { forwarded: 'for=10.0.0.7' }, 403],
  [
    'a proxy with a token although none was set',
    '127.0.0.1',
    { forwarded: 'for=10.0.0.7', authorization: `Bearer ${TOKEN}` },
    403,
  ],
])('without a token: %s', async (_who, ip, headers, status) => {
  expect((await get('/clock', { ip, headers })).status).toBe(status);
});

test.each([
  ['this machine without the token', '127.0.0.1', {}, 401],
  ['this machine over IPv6 without the token', '::1', {}, 401],
  ['this machine by name without the token', '127.0.0.1', { host: 'localhost:8700' }, 401],
  ['a page of this machine without the token', '127.0.0.1', { origin: 'http://localhost:3000' }, 401],
  ['this machine with the token', '127.0.0.1', { authorization: `Bearer ${TOKEN}` }, 200],
  ['this machine with a wrong token', '127.0.0.1', { authorization: 'Bearer wrong-wrong-wrong' }, 401],
  ['another machine with the token', '10.0.0.7', { authorization: `Bearer ${TOKEN}` }, 200],
  ['the token in lower-case scheme', '10.0.0.7', { authorization: `bearer ${TOKEN}` }, 200],
  [
    'the token and another name of the host',
    '10.0.0.7',
    { authorization: `Bearer ${TOKEN}`, host: 'sim.internal' },
    200,
  ],
  ['another machine without', '10.0.0.7', {}, 401],
  ['a proxy of this machine without', '127.0.0.1', { 'x-forwarded-for': '10.0.0.7' }, 401],
  ['a proxy with a wrong token', '127.0.0.1', { forwarded: 'for=10.0.0.7', authorization: 'Bearer wrong' }, 401],
  [
    'a proxy with the token',
    '127.0.0.1',
    { forwarded: 'for=10.0.0.7', 'x-forwarded-for': '10.0.0.7', authorization: `Bearer ${TOKEN}` },
    200,
  ],
  ['a prefix of the token', '10.0.0.7', { authorization: `Bearer ${TOKEN.slice(0, -1)}` }, 401],
  ['the token and more', '10.0.0.7', { authorization: `Bearer ${TOKEN}x` }, 401],
  ['an empty token', '10.0.0.7', { authorization: 'Bearer ' }, 401],
  ['the token under another scheme', '10.0.0.7', { authorization: `Basic ${TOKEN}` }, 401],
  [
    'a page of another site with the token',
    '10.0.0.7',
    { authorization: `Bearer ${TOKEN}`, origin: 'https://evil.example' },
    403,
  ],
])('with a token: %s', async (_who, ip, headers, status) => {
  expect((await get('/clock', { ip, headers }, guarded('0.0.0.0', TOKEN))).status).toBe(status);
});

test.each([
  ['0.0.0.0', 404],
  ['::', 404],
  ['192.168.1.4', 404],
  ['localhost', 200],
  ['::1', 200],
])('bound to %s without a token it responds %i, also to this machine', async (boundHost, status) => {
  expect((await get('/clock', {}, guarded(boundHost, null))).status).toBe(status);
});

test('a refused caller learns the field and changes nothing', async () => {
  const before = rig.exchange.digest();
  const response = await post(
    '/deposit',
    { subAccountId: FIRST_ACCOUNT, asset: 'USDT', amount: '5' },
    { ip: '10.0.0.7' },
  );
  expect(response.body).toEqual({
    error: {
      code: 'FORBIDDEN',
      field: 'authorization',
      message: 'the control plane is for this machine only: call it from this machine',
    },
  });
  expect(rig.exchange.digest()).toBe(before);
});

test.each([
  ['a program of this machine', null, {}, 409],
  ['a page of this server', null, { origin: 'http://127.0.0.1:8700', 'sec-fetch-site': 'same-origin' }, 409],
  ['another page of this machine', null, { origin: 'http://localhost:3000' }, 403],
  ['a page of another port', null, { origin: 'http://127.0.0.1:3000', 'sec-fetch-site': 'same-site' }, 403],
  ['a page of the same site that hides its origin', null, { 'sec-fetch-site': 'same-site' }, 403],
  ['a program of this machine without the token', TOKEN, {}, 401],
  ['a program with the token', TOKEN, { authorization: `Bearer ${TOKEN}` }, 409],
  [
    'a page of another origin with the token',
    TOKEN,
    { authorization: `Bearer ${TOKEN}`, origin: 'http://localhost' },
    403,
  ],
])('%s asks for a process', async (_, token, headers, status) => {
  const body = new TextEncoder().encode('{"kind":"scenario","scenario":"risk/flash-crash"}');
  const response = await guarded('127.0.0.1', token).handle({
    method: 'POST',
    path: '/sim/v1/jobs',
    headers: { host: '127.0.0.1:8700', 'content-type': 'application/json', ...headers },
    body,
    ip: '127.0.0.1',
  });
  // Those who may start one learn here that there is no server to do it.
  expect(response?.status).toBe(status);
});
