import type { TObject } from '@sinclair/typebox';
import { CONTROL_COMMANDS, isControlCommand, TIMELINE_COMMANDS } from '../../contract/control.ts';

/** Control commands by the name that a timeline calls them by, and the route of the control plane that does each. */
export const CONTROL_PATHS: Readonly<Record<string, string>> = Object.fromEntries(
  TIMELINE_COMMANDS.map((name) => [name, CONTROL_COMMANDS[name].path]),
);

/** Shape of the body of a control command. */
export const controlBody = (action: string): TObject | undefined =>
  isControlCommand(action) ? CONTROL_COMMANDS[action].body : undefined;

/** Fields of control commands that one account stands for, with what they hold of it. */
export const ACCOUNT_FIELDS_OF_CONTROL = { subAccountId: 'subAccountId', wallet: 'address' } as const;
