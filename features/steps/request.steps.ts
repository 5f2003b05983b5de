import type { DataTable } from '@cucumber/cucumber';
import type { Capability } from '../../src/suite/deployment.ts';
import type { StepArgument, StepClaims } from '../../src/suite/steps/declaration.ts';
import { defineParameter, defineStep } from '../../src/suite/steps/library.ts';
import {
  OF_A_FAMILY,
  infoCost,
  manyNeeds,
  ordersIn,
  pathCost,
  placementCost,
  plainCost,
  tradeClaims,
  tradeCost,
  tradeNeeds,
} from '../../src/suite/steps/requests.ts';
import { paramsOf, rowsOf } from '../support/json-rows.ts';
import { assertServed } from '../support/served.ts';
import { afterDelay, withoutResponse } from '../support/slow-responses.ts';
import type { ExchangeWorld } from '../support/world.ts';

/** Sentences about single requests. A Then examines the response. */

/** A wire name: letters and digits only, so that a colon may follow it directly. */
defineParameter({ name: 'action', regexp: /[A-Za-z][A-Za-z0-9]*/, transformer: (name) => name });

/** The parameters of a signed request, with a table and without. */
type Sent = [who: string, action: string, owner: string | undefined, ms: number | undefined, table: StepArgument];
type SentPlainly = [who: string, action: string, owner?: string, json?: string, times?: number];

/** A number of requests states what is left of a bucket. */
const LIMITED: readonly Capability[] = ['limits'];

/** Tokens of a signed read of a subaccount, as most of the requests that are sent twice. */
const TYPICAL = 20;

/** Reads that say the same in any market. */
const OF_NO_MARKET: ReadonlySet<string> = new Set([
  'getExchangeStatus',
  'getIsWhitelisted',
  'getLotteryEpoch',
  'getSubAccountIds',
]);
/** Reads that list all markets, whose rows are stated by their place. */
const OF_ALL_MARKETS: ReadonlySet<string> = new Set(['getMids', 'getMarketPrices', 'getOpenInterest']);
const PATHS_OF_ALL_MARKETS = ['/info/contracts', '/info/pairs', '/info/tickers'];

const listsMarkets = (path: string): boolean => PATHS_OF_ALL_MARKETS.some((start) => path.startsWith(start));

const infoNeeds = (action: string): Capability[] =>
  action.startsWith('get') && !OF_NO_MARKET.has(action) ? ['reference-market'] : [];

const infoClaims = (action: string): StepClaims => ({
  market: 'reaches',
  looks: OF_ALL_MARKETS.has(action) ? 'everywhere' : 'books',
  listsFamily: OF_A_FAMILY.has(action),
});

/** Rows of path and cell. `for` names another principal on whose subaccount the request acts. */
defineStep(
  /^"([^"]+)" sends (\w+)(?: for "([^"]+)")?(?:, whose response takes (\d+) ms)?:$/,
  {
    needs: (_who: string, action: string) => tradeNeeds(action),
    cost: (...[, action, , , table]: Sent) => tradeCost(action, { orders: ordersIn(table) }),
    claims: (...[who, action, owner, , table]: Sent) => ({
      ...tradeClaims(action, who, owner),
      unsigned: action.startsWith('get') && table.hash['tampered.signature'] === '<absent>',
    }),
  },
  async function (
    this: ExchangeWorld,
    who: string,
    action: string,
    owner: string | undefined,
    ms: string | undefined,
    table: DataTable,
  ) {
    await afterDelay(this, ms, () => this.send(who, action, table.raw(), owner ?? undefined));
  },
);

/** Without params, once or several times; or with params as JSON for tables of actions, `-` for none. */
defineStep(
  /^"([^"]+)" sends (\w+)(?: for "([^"]+)")?(?: with (.+?)| (\d+) times)?(?:, whose response takes (\d+) ms)?$/,
  {
    needs: (...[, action, , , times]: SentPlainly) => [
      ...tradeNeeds(action),
      ...(times === undefined ? [] : LIMITED),
      ...manyNeeds(times),
    ],
    cost: (...[, action, , , times]: SentPlainly) => tradeCost(action, { times: times ?? 1 }),
    claims: (...[who, action, owner]: SentPlainly) => tradeClaims(action, who, owner),
  },
  async function (
    this: ExchangeWorld,
    who: string,
    action: string,
    owner: string | undefined,
    json: string | undefined,
    times: string | undefined,
    ms: string | undefined,
  ) {
    const rows = json ? rowsOf(this.text(json)) : [];
    if (times) await sendBefore(this, who, action, Number(times));
    await afterDelay(this, ms, () => this.send(who, action, rows, owner ?? undefined));
  },
);

/** Sends all but the last of a number of requests; a login counts as one. */
async function sendBefore(world: ExchangeWorld, who: string, action: string, times: number): Promise<void> {
  for (let time = 1 + (await world.client.newCharges()); time < times; time += 1) {
    assertServed(await world.ask(who, action, []));
  }
}

/** The connection closes, or no frame arrives on it. */
defineStep(
  /^"([^"]+)" (?:places|sends (\w+)) and gets no response:$/,
  {
    needs: (_who: string, action: string | undefined) => tradeNeeds(action ?? 'placeOrders'),
    cost: (_who: string, action: string | undefined, table: StepArgument) =>
      action ? tradeCost(action, { orders: ordersIn(table) }) : placementCost(table),
    claims: (who: string, action: string | undefined) => tradeClaims(action ?? 'placeOrders', who),
  },
  async function (this: ExchangeWorld, who: string, action: string | undefined, table: DataTable) {
    if (action) return withoutResponse(this, who, action, this.object(table.raw()));
    await withoutResponse(this, who, 'placeOrders', { orders: this.orderItems(table.hashes()), grouping: 'na' });
  },
);

defineStep(
  'the same request is sent again',
  { needs: [], cost: { ...tradeCost(''), tokens: TYPICAL }, claims: {} },
  async function (this: ExchangeWorld) {
    await this.resend();
  },
);

defineStep(
  'anyone asks {action}:',
  {
    needs: infoNeeds,
    cost: (action: string) => infoCost(action),
    claims: infoClaims,
  },
  async function (this: ExchangeWorld, action: string, table: DataTable) {
    const params = this.object(table.raw());
    await this.request(() => this.client.info(action, params));
  },
);

/** With params as JSON, or several times without; a Then examines the last response. */
defineStep(
  /^anyone asks (\w+)(?: with (.+)| (\d+) times)?$/,
  {
    needs: (action: string, _json: string | undefined, times: number | undefined) => [
      ...infoNeeds(action),
      ...manyNeeds(times),
    ],
    cost: (action: string, _json: string | undefined, times: number | undefined) => infoCost(action, times ?? 1),
    claims: infoClaims,
  },
  async function (this: ExchangeWorld, action: string, json: string | undefined, times: string | undefined) {
    const params = json ? paramsOf(this.text(json)) : {};
    for (let time = 1; time < Number(times ?? 1); time += 1) assertServed(await this.client.info(action, params));
    await this.request(() => this.client.info(action, params));
  },
);

defineStep(
  /^anyone (?:gets|calls (\w+) on) "([^"]+)"$/,
  {
    needs: (method: string | undefined, path: string) =>
      !method && path.startsWith('/info/') ? ['reference-market'] : [],
    cost: (method: string | undefined, path: string) =>
      method ? plainCost(1, true) : pathCost(path.replace(/[?].*$/, '')),
    claims: (method: string | undefined, path: string) =>
      method ? {} : { market: 'reaches', looks: listsMarkets(path) ? 'everywhere' : 'books' },
  },
  async function (this: ExchangeWorld, method: string | undefined, path: string) {
    await this.request(() => this.client.get(this.text(path), method ?? undefined));
  },
);

defineStep(
  /^anyone posts to "([^"]+)"(?: as "([^"]+)")?(?: with the header "([^"]+)" "([^"]+)")? the body$/,
  { needs: [], cost: plainCost(1, true), claims: {} },
  async function (
    this: ExchangeWorld,
    path: string,
    type: string | undefined,
    name: string | undefined,
    value: string | undefined,
    body: string,
  ) {
    const headers = name && value ? { [name]: value } : {};
    await this.request(() => this.client.post(path, this.text(body), type ?? 'application/json', headers));
  },
);

/** Bytes that no text can hold: each `#` of the doc string becomes these, two digits a byte. */
defineStep(
  /^anyone posts to "([^"]+)" the body, "#" being the bytes "([0-9a-f ]+)"$/,
  { needs: [], cost: plainCost(1, true), claims: {} },
  async function (this: ExchangeWorld, path: string, hex: string, body: string) {
    const bytes = Buffer.from(hex.replaceAll(' ', ''), 'hex');
    const parts = this.text(body).split('#');
    const whole = parts.flatMap((part, index) => (index === 0 ? [Buffer.from(part)] : [bytes, Buffer.from(part)]));
    await this.request(() => this.client.post(path, new Uint8Array(Buffer.concat(whole))));
  },
);
