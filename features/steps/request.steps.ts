import { type DataTable, When } from '@cucumber/cucumber';
import type { ExchangeWorld } from '../support/world.ts';

When('{string} sends {action}:', async function (this: ExchangeWorld, who: string, action: string, table: DataTable) {
  await this.send(who, action, table.raw());
});

When('{string} sends {action}', async function (this: ExchangeWorld, who: string, action: string) {
  await this.send(who, action, []);
});

/** One row is one order, limitGtc unless it says otherwise; an empty cell leaves its key out. */
When('{string} places:', async function (this: ExchangeWorld, who: string, table: DataTable) {
  await this.place(who, table.hashes());
});

When(
  '{string} places with grouping {string}:',
  async function (this: ExchangeWorld, who: string, grouping: string, table: DataTable) {
    await this.place(who, table.hashes(), grouping);
  },
);

When(
  '{string} sends {action} for {string}:',
  async function (this: ExchangeWorld, who: string, action: string, owner: string, table: DataTable) {
    await this.send(who, action, table.raw(), owner);
  },
);

When(
  '{string} sends {action} for {string}',
  async function (this: ExchangeWorld, who: string, action: string, owner: string) {
    await this.send(who, action, [], owner);
  },
);

When('the same request is sent again', async function (this: ExchangeWorld) {
  await this.resend();
});

When('anyone asks {action}:', async function (this: ExchangeWorld, action: string, table: DataTable) {
  const params = this.object(table.raw());
  await this.request(() => this.client.info(action, params));
});

When('anyone asks {action}', async function (this: ExchangeWorld, action: string) {
  await this.request(() => this.client.info(action, {}));
});

When('anyone gets {string}', async function (this: ExchangeWorld, path: string) {
  await this.request(() => this.client.get(this.text(path)));
});

When('anyone calls {word} on {string}', async function (this: ExchangeWorld, method: string, path: string) {
  await this.request(() => this.client.get(path, method));
});

When('anyone posts to {string} the body', async function (this: ExchangeWorld, path: string, body: string) {
  await this.request(() => this.client.post(path, this.text(body)));
});

When(
  'anyone posts to {string} as {string} the body',
  async function (this: ExchangeWorld, path: string, type: string, body: string) {
    await this.request(() => this.client.post(path, body, type));
  },
);

When(
  'anyone posts to {string} with the header {string} {string} the body',
  async function (this: ExchangeWorld, path: string, name: string, value: string, body: string) {
    await this.request(() => this.client.post(path, this.text(body), 'application/json', { [name]: value }));
  },
);
