import { printableLines } from '../kernel/printable.ts';
import { type ControlSite, controlSite, Unreachable } from './control-site.ts';
import { type CommandBody, type FlagSpec, NO_EXCHANGE, TARGET_FLAG, TOKEN_FLAG } from './define.ts';
import { print, say } from './output.ts';

export const ACCOUNT = 'the number of a dev account, a subaccount id or an address';

const FLAGS: readonly FlagSpec[] = [TARGET_FLAG, TOKEN_FLAG, ['--json', 'print the response as one JSON line']];

/** Gives a command the flags and exit codes that all of them have; its examples are told without the name of the program. */
export const steering = <Body extends CommandBody>({ flags = [], examples = [], ...body }: Body) => ({
  ...body,
  flags: [...FLAGS, ...flags],
  examples: examples.map((line) => `perpsim ${line}`),
  exits: { 0: 'done', 1: 'refused by the exchange', 3: NO_EXCHANGE },
});

/** Flags that every command has which steers a running exchange. */
export interface SteeringFlags {
  readonly target?: string;
  readonly controlToken?: string;
  readonly json?: boolean;
}

/** 0 done, 1 the exchange refused it, 3 there was no exchange. */
export type SteeringExit = 0 | 1 | 3;

/** What a command has done: the response of the control plane for programs, and the same for people. */
export interface Done {
  readonly response: unknown;
  readonly text: string;
}

/** Something that the exchange would not do, found before it was asked. */
export class NotPossible extends Error {
  override readonly name = 'NotPossible';
}

export const DEFAULT_TARGET = 'http://127.0.0.1:8700';

/**
 * Runs one command against the control plane of an exchange and prints what it did.
 *
 * @throws UsageError for arguments that cannot be meant, OutputError
 */
export async function steer(
  { target, controlToken, json = false }: SteeringFlags,
  run: (site: ControlSite) => Promise<Done>,
): Promise<SteeringExit> {
  const site = controlSite(target ?? DEFAULT_TARGET, controlToken);
  try {
    const { response, text } = await run(site);
    await print(json ? `${JSON.stringify(response)}\n` : printableLines(`${text}\n`));
    return 0;
  } catch (error) {
    if (error instanceof NotPossible) {
      say(error.message);
      return 1;
    }
    if (!(error instanceof Unreachable)) throw error;
    say(error.response?.message ?? `${error.message}; start one with perpsim serve, or name it with --target`);
    return error.response ? 1 : 3;
  }
}
