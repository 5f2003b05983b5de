import { type DataTable, When } from '@cucumber/cucumber';
import { paramsOf, rowsOf } from '../support/json-rows.ts';
import { assertServed } from '../support/served.ts';
import { afterDelay, withoutResponse } from '../support/slow-responses.ts';
import type { ExchangeWorld } from '../support/world.ts';

/** Sentences about single requests. A Then examines the response. */

/** Rows of path and cell. `for` names another principal on whose subaccount the request acts. */
When(
  /^"([^"]+)" sends (\w+)(?: for "([^"]+)")?(?:, whose response takes (\d+) ms)?:$/,
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
When(
  /^"([^"]+)" sends (\w+)(?: for "([^"]+)")?(?: with (.+?)| (\d+) times)?(?:, whose response takes (\d+) ms)?$/,
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
When(
  /^"([^"]+)" (?:places|sends (\w+)) and gets no response:$/,
  async function (this: ExchangeWorld, who: string, action: string | undefined, table: DataTable) {
    if (action) return withoutResponse(this, who, action, this.object(table.raw()));
    await withoutResponse(this, who, 'placeOrders', { orders: this.orderItems(table.hashes()), grouping: 'na' });
  },
);

When('the same request is sent again', async function (this: ExchangeWorld) {
  await this.resend();
});

When('anyone asks {action}:', async function (this: ExchangeWorld, action: string, table: DataTable) {
  const params = this.object(table.raw());
  await this.request(() => this.client.info(action, params));
});

/** With params as JSON, or several times without; a Then examines the last response. */
When(
  /^anyone asks (\w+)(?: with (.+)| (\d+) times)?$/,
  async function (this: ExchangeWorld, action: string, json: string | undefined, times: string | undefined) {
    const params = json ? paramsOf(this.text(json)) : {};
    for (let time = 1; time < Number(times ?? 1); time += 1) assertServed(await this.client.info(action, params));
    await this.request(() => this.client.info(action, params));
  },
);

When(
  /^anyone (?:gets|calls (\w+) on) "([^"]+)"$/,
  async function (this: ExchangeWorld, method: string | undefined, path: string) {
    await this.request(() => this.client.get(this.text(path), method ?? undefined));
  },
);

When(
  /^anyone posts to "([^"]+)"(?: as "([^"]+)")?(?: with the header "([^"]+)" "([^"]+)")? the body$/,
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
When(
  /^anyone posts to "([^"]+)" the body, "#" being the bytes "([0-9a-f ]+)"$/,
  async function (this: ExchangeWorld, path: string, hex: string, body: string) {
    const bytes = Buffer.from(hex.replaceAll(' ', ''), 'hex');
    const parts = this.text(body).split('#');
    const whole = parts.flatMap((part, index) => (index === 0 ? [Buffer.from(part)] : [bytes, Buffer.from(part)]));
    await this.request(() => this.client.post(path, new Uint8Array(Buffer.concat(whole))));
  },
);
