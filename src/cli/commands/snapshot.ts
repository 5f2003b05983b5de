import { controlRequest, type ControlResponse } from '../../contract/control.ts';
import { printableLines } from '../../kernel/printable.ts';
import { callSite, type ControlSite, controlSite, Unreachable } from '../control-site.ts';
import type { CommandBody, CommandSpec } from '../define.ts';
import { type Done, steering } from '../steering.ts';
import { print, say, timeText } from '../output.ts';
import { writeWhole } from '../output-file.ts';
import { UsageError } from '../usage-error.ts';

/** `perpsim snapshot`. */
export const SNAPSHOT: CommandBody = {
  below: [
    below('save', '[name]', {
      about: 'Takes a snapshot, under a name or the next number.',
      examples: ['snapshot save', 'snapshot save before-crash --json'],
    }),
    below('list', '', {
      about: 'Lists the snapshots that have been taken.',
      examples: ['snapshot list', 'snapshot list --json'],
    }),
    below('revert', '<name>', {
      about: 'Goes back to a snapshot.',
      examples: ['snapshot revert before-crash', 'snapshot revert 1 --json'],
    }),
    below('delete', '<name>', {
      about: 'Deletes a snapshot.',
      examples: ['snapshot delete before-crash', 'snapshot delete 1 --json'],
    }),
    below('branch', '<name>', {
      about: 'Starts a second exchange from a snapshot, on a port of its own.',
      flags: [['--port <number>', 'port of the second exchange (default: a free one)']],
      examples: ['snapshot branch before-crash', 'snapshot branch 1 --port 8701 --json'],
    }),
    below('get', '<name>', {
      about: 'Prints a snapshot as a document, for serve --state.',
      flags: [['--out <file>', 'write the document to a file']],
      examples: ['snapshot get before-crash --out state.json', 'snapshot get 1 --target http://127.0.0.1:8700'],
    }),
  ],
};

/** A command about snapshots, with its argument if it takes one. */
function below(
  name: SnapshotCommand,
  argument: '' | '[name]' | '<name>',
  spec: Pick<CommandSpec, 'about' | 'examples' | 'flags'>,
): CommandSpec {
  const run =
    argument === ''
      ? (flags: SnapshotFlags) => snapshot(name, undefined, flags)
      : (named: string | undefined, flags: SnapshotFlags) => snapshot(name, named, flags);
  const takes = argument === '' ? [] : ['the name of a snapshot'];
  return steering({ ...spec, name: `${name} ${argument}`.trim(), takes, run });
}

/** Flags as commander collects them. */
export interface SnapshotFlags {
  readonly target?: string;
  readonly controlToken?: string;
  readonly json?: boolean;
  readonly port?: string;
  readonly out?: string;
}

/** 0 done, 1 the exchange refused it, 3 there was no exchange. */
export type SnapshotExit = 0 | 1 | 3;
export type SnapshotCommand = 'save' | 'list' | 'revert' | 'delete' | 'branch' | 'get';

const DEFAULT_TARGET = 'http://127.0.0.1:8700';

type Summary = ControlResponse<'takeSnapshot'>;

/**
 * Runs one command against the control plane of an exchange and prints its response.
 *
 * @throws UsageError for flags that cannot be met, OutputError
 */
export async function snapshot(
  command: SnapshotCommand,
  name: string | undefined,
  flags: SnapshotFlags,
): Promise<SnapshotExit> {
  const site = controlSite(flags.target ?? DEFAULT_TARGET, flags.controlToken);
  try {
    if (command === 'get') await get(site, name ?? '', flags);
    else await printDone(await doneBy(site, command, name, flags), flags);
    return 0;
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    say(error.response?.message ?? error.message);
    return error.response ? 1 : 3;
  }
}

async function doneBy(
  site: ControlSite,
  command: Exclude<SnapshotCommand, 'get'>,
  given: string | undefined,
  { port }: SnapshotFlags,
): Promise<Done> {
  const name = given ?? '';
  switch (command) {
    case 'list': {
      const response = await callSite(site, 'snapshots', {});
      const { snapshots } = response;
      return { response, text: snapshots.length === 0 ? 'no snapshots' : snapshots.map(lineOf).join('\n') };
    }
    case 'save': {
      const response = await callSite(site, 'takeSnapshot', given === undefined ? {} : { name });
      return { response, text: `saved ${lineOf(response)}` };
    }
    case 'revert':
      return { response: await callSite(site, 'revert', { name }), text: `went back to ${name}` };
    case 'delete':
      return { response: await callSite(site, 'deleteSnapshot', { name }), text: `deleted ${name}` };
    case 'branch': {
      const response = await callSite(site, 'startBranch', { name, ...(port !== undefined && { port: portOf(port) }) });
      const { url, wsUrl, controlUrl } = response;
      return { response, text: `REST       ${url}\nWebSocket  ${wsUrl}\ncontrol    ${controlUrl}` };
    }
  }
}

function portOf(given: string): number {
  if (/^\d{1,5}$/.test(given) && Number(given) <= 65_535) return Number(given);
  throw new UsageError(`--port must be a port from 0 to 65535 (got "${given}")`);
}

async function get(site: ControlSite, name: string, { out }: SnapshotFlags): Promise<void> {
  const pieces: Uint8Array[] = [];
  for await (const piece of await site.stream(controlRequest('exportSnapshot', { name }).path)) pieces.push(piece);
  const document = Buffer.concat(pieces).toString('utf8');
  await (out === undefined ? print(document) : writeWhole(out, document));
}

async function printDone({ response, text }: Done, { json = false }: SnapshotFlags): Promise<void> {
  await print(json ? `${JSON.stringify(response)}\n` : printableLines(`${text}\n`));
}

const lineOf = ({ name, inputs, time, world, seed }: Summary): string =>
  `${name}  ${inputs} inputs, ${timeText(time)}, world ${world}, seed ${seed}`;
