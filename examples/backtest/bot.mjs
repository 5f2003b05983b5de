/**
 * The strategy of this folder as a program of its own:
 *
 *   npx perpsim run examples/backtest --bot 'node examples/backtest/bot.mjs'
 *
 * It trades as `backtest` does with the same module: the same callbacks in the same order, and the same fills.
 */
import { runStrategyBot } from 'perpsim';
import frontRunner from './front-runner.mjs';

await runStrategyBot(frontRunner, process.env);
