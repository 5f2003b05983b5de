import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Client } from '../../dist/client.js';

/** The bot over REST of `speed.py` for Node: the same requests with perpsim/client, whose signatures are quick. */

const [steps, stepMs, out] = process.argv.slice(2);
const { env } = process;
const symbol = env.PERPSIM_SYMBOL;
const client = new Client({
  privateKey: env.PERPSIM_PRIVATE_KEY,
  subAccountId: env.PERPSIM_SUBACCOUNT_ID,
  serviceName: env.PERPSIM_SERVICE_NAME,
  restUrl: env.PERPSIM_URL,
  controlUrl: env.PERPSIM_CONTROL_URL,
});

const fieldsOf = (pid) => readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, '').trim().split(' ');
const cpuOf = (pid) =>
  readdirSync(`/proc/${pid}/task`)
    .map((thread) => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]))
    .reduce((sum, each) => sum + each, 0) / 1e9;

let server = process.ppid;
while (!(readFileSync(`/proc/${server}/cmdline`, 'utf8').split('\0')[1] ?? '').includes('perpsim.js')) {
  server = Number(fieldsOf(server)[1]);
}

const quote = (side, price) => ({
  symbol,
  side,
  orderType: 'limitGtc',
  price: String(Math.round(price)),
  quantity: '0.05',
});

async function step() {
  const book = await client.info('getOrderbook', { symbol, limit: 5 });
  await client.raw('getPositions');
  const open = await client.raw('getOpenOrders');
  if (open.length > 0) await client.raw('cancelAllOrders', { symbols: [symbol] });
  const middle = (Number(book.bids[0][0]) + Number(book.asks[0][0])) / 2;
  await client.raw('placeOrders', {
    orders: [quote('buy', middle * 0.999), quote('sell', middle * 1.001)],
    grouping: 'na',
  });
  await client.nextStep({ ms: Number(stepMs), until: 'time' });
}

for (let warm = 0; warm < Math.max(5, steps / 10); warm += 1) await step();
const before = [process.cpuUsage(), cpuOf(server)];
for (let at = 0; at < Number(steps); at += 1) await step();
const { user, system } = process.cpuUsage(before[0]);
writeFileSync(
  out,
  JSON.stringify({ steps: Number(steps), client: (user + system) / 1e6, server: cpuOf(server) - before[1] }),
);
