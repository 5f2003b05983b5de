import type { Command } from './command.ts';

/** True where all of a success can be compared: orders of one's own. Of other reads only refusals can. */
export const isOwnState = (command: Command): boolean =>
  command.kind === 'signed' && OWN.has(command.action) && command.on === null;

const OWN: ReadonlySet<string> = new Set([
  'placeOrders',
  'cancelOrders',
  'cancelAllOrders',
  'modifyOrder',
  'modifyOrderBatch',
  'getOpenOrders',
]);
