import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { nextTurn } from '../../clock/slices.ts';
import {
  CHECK_BYTES,
  createSignatureChecker,
  loadWalletRecovery,
  type RecoverWallets,
  type SignatureChecker,
} from '../signature.ts';
import { vector } from '../signing-vectors.test-helper.ts';
import { type HandThread, handThreads } from './hand-threads.test-helper.ts';
import { SignatureWorkers, type WalletCheck } from './pool.ts';

const SIGNER = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';
const NO_POINT = `0x${'00'.repeat(32)}`;

let checker: SignatureChecker;
let recover: RecoverWallets;
let threads: HandThread[];
let pool: SignatureWorkers;
let logged: string[];

beforeAll(async () => {
  checker = await createSignatureChecker({ serviceName: 'PerpSim' });
  recover = await loadWalletRecovery();
});
beforeEach(() => {
  logged = [];
});
afterEach(() => pool.close());

async function start(workers: number): Promise<void> {
  const hand = handThreads();
  ({ threads } = hand);
  const log = { error: (_facts: object, message: string) => void logged.push(message) };
  pool = await SignatureWorkers.start({ workers, log, startThread: hand.startThread });
}

function check(forged = false): WalletCheck {
  const { typed, signature } = vector('V1');
  return pool.check(checker.pack(typed, forged ? { ...signature, r: NO_POINT } : signature));
}

const sizes = (thread: HandThread | undefined): number[] =>
  (thread?.posted ?? []).map(({ length }) => length / CHECK_BYTES);

/** A worker works off the oldest message that it was sent. */
function work(thread: HandThread | undefined): void {
  const checks = thread?.posted.shift();
  if (thread && checks) thread.events.recovered(recover(checks));
}

test('a check alone goes out at the end of its turn, and its wallet is that of the signer', async () => {
  await start(1);
  const one = check();
  expect(threads[0]?.posted).toEqual([]);
  await nextTurn();
  expect(sizes(threads[0])).toEqual([1]);
  expect([one.isDone, threads[0]?.isAwaited]).toEqual([false, true]);
  let calls = 0;
  one.whenDone(() => (calls += 1));
  work(threads[0]);
  expect([one.isDone, one.wallet, calls, threads[0]?.isAwaited]).toEqual([true, SIGNER, 1, false]);
});

test('a signature that no key gives has no wallet', async () => {
  await start(1);
  const forged = check(true);
  await nextTurn();
  work(threads[0]);
  expect([forged.isDone, forged.wallet]).toEqual([true, null]);
});

test('checks of a turn share messages of at most 16, two for a worker, and the rest follows', async () => {
  await start(2);
  const all = Array.from({ length: 70 }, () => check());
  await nextTurn();
  expect(threads.map(sizes)).toEqual([
    [16, 16],
    [16, 16],
  ]);
  work(threads[1]);
  expect(threads.map(sizes)).toEqual([
    [16, 16],
    [16, 6],
  ]);
  expect(all.filter(({ isDone }) => isDone)).toHaveLength(16);
});

test('few checks are shared among the workers', async () => {
  await start(2);
  for (let count = 0; count < 5; count += 1) check();
  await nextTurn();
  expect(threads.map(sizes)).toEqual([[3], [2]]);
});

test('a check that is finished here is not done a second time', async () => {
  await start(1);
  const one = check();
  const calls: string[] = [];
  one.whenDone(() => calls.push('done'));
  one.finish();
  one.finish();
  await nextTurn();
  expect([one.wallet, calls, sizes(threads[0])]).toEqual([SIGNER, ['done'], []]);
});

test('the checks of a worker that ends go to the others first', async () => {
  await start(2);
  const all = Array.from({ length: 4 }, () => check());
  await nextTurn();
  threads[0]?.events.ended('it ran out of memory');
  expect(sizes(threads[1])).toEqual([2, 2]);
  work(threads[1]);
  work(threads[1]);
  expect(all.map(({ wallet, isDone }) => isDone && wallet)).toEqual([SIGNER, SIGNER, SIGNER, SIGNER]);
  expect(logged).toEqual(['a worker for signatures ended: none takes its place, and its 2 checks are done again']);
  expect(threads).toHaveLength(2);
});

test('a worker that has served is replaced, and one that has not is not', async () => {
  await start(1);
  check();
  await nextTurn();
  work(threads[0]);
  const lost = check();
  await nextTurn();
  threads[0]?.events.ended('it was killed');
  // None is left until the next is ready: this thread does it.
  expect([lost.isDone, lost.wallet]).toEqual([true, SIGNER]);
  await nextTurn();
  expect(threads).toHaveLength(2);
  const next = check();
  await nextTurn();
  expect(sizes(threads[1])).toEqual([1]);
  threads[1]?.events.ended('it was killed');
  expect([next.isDone, threads.length]).toEqual([true, 2]);
  expect(logged).toEqual([
    'a worker for signatures ended: another takes its place, and its 1 checks are done again',
    'a worker for signatures ended: none takes its place, and its 1 checks are done again',
  ]);
});

test('closing ends every worker and leaves no check undone', async () => {
  await start(2);
  const one = check();
  await nextTurn();
  const late = check();
  await pool.close();
  expect([one.wallet, one.isDone, late.isDone]).toEqual([SIGNER, true, true]);
  expect(logged).toEqual([]);
  await nextTurn();
  const after = check();
  await nextTurn();
  expect([after.isDone, after.wallet]).toEqual([true, SIGNER]);
});

test('a worker that cannot start is an error', async () => {
  const log = { error: () => undefined };
  await start(1);
  const dead = SignatureWorkers.start({
    workers: 1,
    log,
    startThread: (events) => {
      setImmediate(() => events.ended('the module was not found'));
      return { post: () => undefined, awaits: () => undefined, stop: () => Promise.resolve() };
    },
  });
  await expect(dead).rejects.toThrow('a worker for signatures could not start: the module was not found');
});
