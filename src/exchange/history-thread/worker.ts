import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { invariant } from '../../kernel/errors.ts';
import { type LocalStore, openStore, type WrittenStore } from '../history/history-store.ts';
import { dumpPieces, dumpRows, WrittenText } from '../../kernel/canonical-json.ts';
import { DONE, type FromThread, READ, type ReadResult, type ThreadStart, type ToThread, WRITTEN } from './messages.ts';

// The thread that owns the rows of one history: it writes and reads in the order of its messages. A write that fails ends
// it, because the rows of later events would have a gap.
invariant(parentPort, 'the store of a history runs on a thread of its own');
const port = parentPort;

/** What the other thread hashes and writes in one go. */
const PIECE_CHARACTERS = 65_536;

/** The store that is open, what it began with, and where its results and counts go. */
interface Open {
  readonly start: ThreadStart['start'];
  readonly store: LocalStore;
  readonly results: MessagePort;
  readonly counts: Int32Array;
}

const openWith = async ({ start, results, counters }: ThreadStart): Promise<Open> => ({
  start,
  store: await openStore(start),
  results,
  counts: new Int32Array(counters),
});

let open = await openWith(workerData as ThreadStart);

function count(place: number, more: number): void {
  Atomics.add(open.counts, place, more);
  Atomics.notify(open.counts, place);
}

function read(name: keyof LocalStore, args: readonly unknown[]): ReadResult {
  try {
    const value = (open.store[name] as (...given: readonly unknown[]) => unknown).apply(open.store, [...args]);
    return { value: name === 'select' ? [...(value as Iterable<unknown>)] : value };
  } catch (error) {
    return { failure: String(error) };
  }
}

function writtenOut(): WrittenStore {
  const { rows, projector } = open.store.saveTexts();
  const tables = Object.entries(rows).map(([table, pages]) => [table, new WrittenText(tableTexts(pages))]);
  return { rows: [...inPieces(dumpPieces(Object.fromEntries(tables), 1))], projector };
}

function* tableTexts(pages: Iterable<string>): Iterable<string> {
  let before = '[';
  for (const page of pages) {
    yield before;
    yield dumpRows(page);
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

function* inPieces(texts: Iterable<string>): Iterable<string> {
  let piece = '';
  for (const text of texts) {
    piece += text;
    if (piece.length < PIECE_CHARACTERS) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

const send = (message: FromThread): void => port.postMessage(message);

async function take(message: ToThread): Promise<void> {
  switch (message.kind) {
    case 'write':
      open.store.write(message.events, message.shapes);
      return count(WRITTEN, message.count);
    case 'read':
      open.results.postMessage(read(message.name, message.args));
      return count(READ, 1);
    case 'catchUp':
      return send(DONE);
    case 'openTables':
      await open.store.openTables();
      return send(DONE);
    case 'writeOut':
      return send(writtenOut());
    case 'close':
      return open.store.close();
    case 'open':
      open = await openWith(message);
      return send(DONE);
  }
}

// One that takes its time, as the opening of tables does, is not overtaken by the next.
let done: Promise<void> = Promise.resolve();
port.on('message', (message: ToThread) => {
  done = done.then(() => take(message));
});
send(DONE);
