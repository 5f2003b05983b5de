import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { StrategyFactory } from '../strategy.ts';
import { LIBRARY } from './library/library.ts';

/** A strategy that cannot be had by its name. */
export class NoSuchStrategyError extends Error {
  override readonly name = 'NoSuchStrategyError';
}

const MODULE = /\.(js|mjs)$/;

/**
 * Returns a strategy of the library by its name, or what a module exports as default. A module is loaded once in a
 * process: its strategies must keep nothing outside what the factory returns.
 *
 * @param use - a name such as `maker`, or the absolute name of a `.js` or `.mjs` file
 * @throws NoSuchStrategyError
 */
export async function loadStrategy(use: string): Promise<StrategyFactory> {
  const ours = LIBRARY.get(use);
  if (ours) return ours.create;
  if (isAbsolute(use) && MODULE.test(use)) return fromModule(use);
  throw new NoSuchStrategyError(
    `there is no strategy "${use}": use ${[...LIBRARY.keys()].join(', ')}, or the name of a .js or .mjs file`,
  );
}

async function fromModule(file: string): Promise<StrategyFactory> {
  const { default: factory } = await importOf(file);
  if (typeof factory === 'function') return factory as StrategyFactory;
  throw new NoSuchStrategyError(`${file}: its default export must be a function that returns a strategy`);
}

async function importOf(file: string): Promise<{ readonly default?: unknown }> {
  try {
    return (await import(pathToFileURL(file).href)) as { readonly default?: unknown };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new NoSuchStrategyError(`${file}: the module cannot be loaded: ${message}`, { cause: error });
  }
}
