import { Value } from '@sinclair/typebox/value';
import { expect } from 'vitest';
import { testConfig } from '../../../engine/config.test-helper.ts';
import type { ControlCommand } from '../../../engine/command.ts';
import type { ExchangeConfig } from '../../../engine/config.ts';
import { Engine } from '../../../engine/engine.ts';
import { genesis } from '../../../engine/genesis.ts';
import type { State } from '../../../engine/state.ts';
import { isRefusal, type Refusal } from '../../../kernel/errors.ts';
import { readOfTrade } from '../../../exchange/reads/all.ts';
import type { ActionContext, TradeRead, TradeWrite } from '../../action.ts';
import { type JsonObject, JsonText } from '../../json.ts';
import type { TypedMessage } from '../../signing.ts';
import type { Views } from '../../views.ts';

/** 2026-01-05T00:00:00Z, when the test world begins, in ms and in the seconds of `expiresAt`. */
export const START = 1_767_571_200_000;
export const START_S = 1_767_571_200;

/** A small exchange and what an action needs to be asked of it; accounts 0 to 3 hold 1,000,000 USDT each. */
export class TestVenue {
  readonly state: State;
  readonly #engine: Engine;

  constructor(change: Partial<ExchangeConfig> = {}) {
    this.state = genesis(testConfig(change)).state;
    this.#engine = new Engine(this.state);
  }

  context(account = 0): ActionContext {
    const found = this.state.accounts.get(account);
    if (!found) throw new Error(`no account ${account}`);
    return { state: this.state, now: this.state.now, wallet: found.owner, account: found, role: 'owner' };
  }

  parse(action: TradeWrite | TradeRead, params: JsonObject, account = 0): unknown {
    return action.parse(params, this.context(account));
  }

  /** Validates and executes a write as the dispatcher would; the response must fit the schema of the action. */
  send(action: TradeWrite, params: JsonObject, account = 0): unknown {
    const context = this.context(account);
    const { parse, toCommands, toResult, result } = action as unknown as TradeWrite<object>;
    const parsed = parse(params, context);
    if (isRefusal(parsed)) return parsed;
    const commands = toCommands(parsed, context);
    const input = {
      kind: 'request',
      at: this.state.now,
      wallet: context.wallet,
      account,
      action: action.name,
    } as const;
    const { outcomes } = this.#engine.apply({ ...input, nonce: null, commands });
    return checked(result, toResult(parsed, outcomes, context));
  }

  read(action: TradeRead, params: JsonObject = {}, account = 0, views: Partial<Views> = {}): unknown {
    const context = this.context(account);
    const { parse, result } = action as unknown as TradeRead<object | null>;
    const parsed = parse(params, context);
    if (isRefusal(parsed)) return parsed;
    const { limits } = this.state;
    return checked(
      result,
      readOfTrade(action)(parsed as never, { ...context, limits, views: { ...NO_HISTORY, ...views } }),
    );
  }

  clock(at: number): void {
    this.#engine.apply({ kind: 'clock', at });
  }

  control(command: ControlCommand): void {
    this.#engine.apply({ kind: 'control', at: this.state.now, commands: [command] });
  }
}

function checked(schema: TradeRead['result'], given: unknown): unknown {
  const response: unknown = given instanceof JsonText ? given.value() : given;
  if (!isRefusal(response))
    expect([...Value.Errors(schema, response)].map(({ path, message }) => `${path}: ${message}`)).toEqual([]);
  return response;
}

const NO_HISTORY: Views = {
  orderRecords: () => JsonText.of([]),
  tradeRecords: () => ({ records: JsonText.of([]), total: 0 }),
  closedPositions: () => [],
  performance: () => ({ samples: [], volume: '0' }),
  balanceUpdates: () => [],
  transfers: () => ({ rows: [], total: 0 }),
  fundingPayments: () => ({ rows: [], received: '0', paid: '0', net: '0', count: 0, averageSize: '0' }),
  fundingRates: () => [],
  candles: () => [],
  lastTrades: () => [],
  dayStats: () => ({ prevDayPrice: '', volume: '0', quoteVolume: '0', high: '', low: '' }),
};

export const typed = (action: TradeWrite, params: JsonObject): TypedMessage | Refusal =>
  action.typedMessage({ action: action.name, params, subAccountId: 5n, nonce: 9n, expiresAfter: 0n });

/** A refusal as its three visible parts. */
export const said = (response: unknown): unknown =>
  isRefusal(response) ? [response.http, response.code, response.message] : response;

export const invalid = (message: string): [number, string, string] => [400, 'VALIDATION_ERROR', message];
export const undecodable = (message = 'Invalid request body'): [number, string, string] => [
  400,
  'INVALID_FORMAT',
  message,
];
