import { createReadStream } from 'node:fs';
import type { Envelope } from '@cucumber/messages';
import { MessagesError } from './messages-error.ts';
import { RunReader } from './read-messages.ts';
import type { Run, RunFacts } from './run.ts';

/**
 * The run in a file of Cucumber messages, read line by line: messages grow with every byte that was on the wire.
 *
 * @param receive receives every message as well, for what a run does not hold
 * @throws MessagesError as readRun, and for a line that is no message; the system's error for a file that cannot be read
 */
export async function readRunFile(
  path: string,
  facts?: RunFacts,
  receive: (envelope: Envelope) => void = () => undefined,
): Promise<Run> {
  const reader = new RunReader();
  let number = 0;
  for await (const line of linesOf(path)) {
    number += 1;
    if (line === '') continue;
    const envelope = envelopeOf(line, number);
    reader.receive(envelope);
    receive(envelope);
  }
  return reader.run(facts);
}

/** Cut at line feeds alone: JSON may hold every other character that some take for the end of a line. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: 1 << 20 })) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  yield rest;
}

function envelopeOf(line: string, number: number): Envelope {
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch {
    throw new MessagesError(`the messages are cut off: line ${number} is no whole message`);
  }
  if (typeof message !== 'object' || message === null || Array.isArray(message)) {
    throw new MessagesError(`line ${number} is no Cucumber message`);
  }
  return message;
}
