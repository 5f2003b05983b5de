import type { Command, Option } from 'commander';
import { UsageError } from './usage-error.ts';

/** Flags that mean the same behind every command, and so have one variable. */
const SHARED: ReadonlySet<string> = new Set(['target', 'control-token']);

/**
 * The variable of a flag: `PERPSIM_PORT` for `serve --port`, `PERPSIM_SWEEP_SEEDS` for `sweep --seeds`, `PERPSIM_TARGET` for `--target` of
 * every command. `--no-control` of serve is `PERPSIM_CONTROL`, which takes true or false.
 */
export function variableOf(command: Command, option: Option): string {
  const flag = (option.long ?? '').replace(/^--(?:no-)?/, '');
  const path = SHARED.has(flag) ? [] : namesOf(command).filter((name) => name !== 'serve');
  return ['PERPSIM', ...path, flag].join('_').replaceAll('-', '_').toUpperCase();
}

/**
 * Lets each flag of a program be set by its variable. A flag that is given wins over its variable, and the variable over a file of
 * settings.
 *
 * @throws UsageError for a switch whose variable says neither true nor false
 */
export function takeEnvironment(program: Command, variables: Readonly<Record<string, string | undefined>>): void {
  const needed = new Set(allOptions(program).filter(({ mandatory }) => mandatory));
  // They are looked for when the variables have been read, and not before.
  for (const option of needed) option.makeOptionMandatory(false);
  program.hook('preAction', (_, command) => {
    for (const option of command.options) {
      const key = option.attributeName();
      const source = command.getOptionValueSource(key);
      if (option.long === '--version' || (source !== undefined && source !== 'default')) continue;
      const name = variableOf(command, option);
      const text = variables[name];
      if (text === undefined || text === '') continue;
      const value = option.required || option.optional ? text : readSwitch(name, text);
      command.setOptionValueWithSource(key, value, 'env');
    }
    const missing = command.options.find((option) => needed.has(option) && isUnset(command, option));
    if (missing) throw new UsageError(`required option '${missing.flags}' not specified`);
  });
}

const allOptions = (command: Command): readonly Option[] => [
  ...command.options,
  ...command.commands.flatMap(allOptions),
];

const isUnset = (command: Command, option: Option): boolean =>
  command.getOptionValue(option.attributeName()) === undefined;

function readSwitch(name: string, text: string): boolean {
  if (/^(?:true|1|yes)$/i.test(text)) return true;
  if (/^(?:false|0|no)$/i.test(text)) return false;
  throw new UsageError(`${name} must be true or false (got "${text}")`);
}

function namesOf(command: Command): string[] {
  return command.parent ? [...namesOf(command.parent), command.name()] : [];
}
