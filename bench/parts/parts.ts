import { consolePart } from '../extra/console.ts';
import { history } from '../extra/history.ts';
import { journal } from '../extra/journal.ts';
import { largeReads } from '../extra/large-reads.ts';
import { liveliness } from '../extra/liveliness.ts';
import { pausedReader } from '../extra/paused-reader.ts';
import { testRun } from '../extra/test-run.ts';
import type { Part } from '../process/run.ts';
import { commands } from './commands.ts';
import { conform } from './conform.ts';
import { create } from './create.ts';
import { digest } from './digest.ts';
import { engine, engineLengths } from './engine.ts';
import { fanOut } from './fan-out.ts';
import { growth } from './growth.ts';
import { hour } from './hour.ts';
import { memory } from './memory.ts';
import { reads } from './reads.ts';
import { replay } from './replay.ts';
import { batch, rest } from './rest.ts';
import { signatures } from './signatures.ts';
import { start } from './start.ts';
import { ws, wsOne } from './ws.ts';

/** All parts in the order in which they run. Those marked `extra` run when they are named. */
export const PARTS: readonly Part[] = [
  engine,
  engineLengths,
  digest,
  replay,
  hour,
  reads,
  create,
  memory,
  rest,
  batch,
  ws,
  start,
  commands,
  fanOut,
  conform,
  signatures,
  growth,
  wsOne,
  pausedReader,
  liveliness,
  journal,
  largeReads,
  history,
  consolePart,
  testRun,
];
