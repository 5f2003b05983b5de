import { BenchEngine } from '../load/bench-engine.ts';
import { Requests, restOrders, typicalUs } from '../load/settled-market.ts';
import { commandStream, MID } from '../load/stream.ts';
import { profiled } from '../process/profile-session.ts';

// An exchange with so many open orders: `growth-orders-round.ts <orders>`.

/** Microseconds. */
export interface OrdersRound {
  /** A command of the engine stream while the orders, of a thousand accounts, rest aside. */
  readonly commandUs: number;
  /** A fill of an account that has all of the orders itself. */
  readonly fillUs: number;
}

const ACCOUNTS = 1_000;
const WARM_ORDERS = 1_000;
const COMMANDS = 30_000;
const FILLS = 1_000;
const LOTS = 100;

const orders = Number(process.argv[2]);
const commands = commandStream('7', COMMANDS);

function commandUsWith(count: number): number {
  const requests = new Requests(new BenchEngine(ACCOUNTS));
  restOrders(requests, count, ACCOUNTS);
  return requests.stream(commands);
}

/** Two accounts trade with each other, back and forth; the first has the orders. */
function fillUsWith(count: number): number {
  const requests = new Requests(new BenchEngine(2));
  restOrders(requests, count, 1);
  return typicalUs(FILLS, (place, time) => {
    const isBuy = place % 4 < 2;
    time(() => {
      requests.place(1, !isBuy, MID, LOTS);
      requests.place(0, isBuy, MID, LOTS);
    });
  });
}

commandUsWith(WARM_ORDERS);
fillUsWith(WARM_ORDERS);
const round: OrdersRound = await profiled(() => ({ commandUs: commandUsWith(orders), fillUs: fillUsWith(orders) }));
process.stdout.write(`result ${JSON.stringify(round)}\n`);
