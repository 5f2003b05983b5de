import { useComputed, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ApiError, OrderRejected, type OrderStatus } from '../../../client.ts';
import { linkTo } from '../app/router.ts';
import { account, problemOf, session } from '../data/account.ts';
import { clock, controlFault } from '../data/exchange.ts';
import { figuresOf, followMarkets, marketOf } from '../data/markets.ts';
import { type Refused, refusedBy } from '../data/refusals.ts';
import { money, priceText } from '../design/format.ts';
import { Choices, Notice, Panel, RefusedNotice } from '../design/panel.tsx';
import { BookPrices } from './book-prices.tsx';
import { checksOf } from './checks.ts';
import {
  type Draft,
  EMPTY_DRAFT,
  fieldsOf,
  isIsolated,
  ORDER_KINDS,
  requestOf,
  TIMES_IN_FORCE,
  whenItFires,
} from './draft.ts';
import { orderFault } from './fault-field.ts';
import { ChoiceField, type Fault, type FieldParts, FlagField, TextField, WholeFault } from './fields.tsx';
import { EMPTY_EXIT, type Exit } from './linked-exits.ts';
import { picked } from './picked.ts';
import { PreviewFacts } from './preview-facts.tsx';
import { RequestCode } from './request-code.tsx';
import { roomOf } from './room-of.ts';
import { SizeField } from './size-field.tsx';

const KIND_TITLES = {
  limit: 'Limit',
  market: 'Market',
  stop: 'Stop',
  takeProfit: 'Take profit',
  twap: 'TWAP',
} as const;

const faultOf = (error: unknown, draft: Draft, at?: number): Fault<Draft> => {
  const isWords = error instanceof ApiError || error instanceof OrderRejected;
  return { field: isWords ? orderFault(error.message, draft, at) : undefined, text: problemOf(error) };
};

/** The order ticket: every type of order, linked exits, isolated margin, a preview, and the request that it sends. */
export function Ticket({ symbol }: { readonly symbol: string }) {
  useEffect(() => void followMarkets(), []);
  const draft = useSignal<Draft>({ ...EMPTY_DRAFT, symbol });
  const faults = useSignal<readonly Fault<Draft>[]>([]);
  const done = useSignal<Done | null>(null);
  const refused = useSignal<Refused | null>(null);
  const isBusy = useSignal(false);
  useEffect(() => {
    draft.value = { ...draft.value, symbol };
  }, [symbol, draft]);
  const chosen = picked.value;
  useEffect(() => {
    if (chosen?.symbol !== symbol) return;
    // A price belongs into the field that the order has for one.
    const field = fieldsOf(draft.peek()).has('trigger') ? 'trigger' : 'price';
    change({ [field]: chosen.price, ...(fieldsOf(draft.peek()).has(field) ? {} : { kind: 'limit' }) });
    picked.value = null;
  }, [chosen, symbol]);
  const shown = useComputed(() => fieldsOf(draft.value));
  const change = (changes: Partial<Draft>): void => {
    draft.value = { ...draft.value, ...changes };
    faults.value = [];
    done.value = null;
    refused.value = null;
  };
  const send = async (): Promise<void> => {
    const client = session.value?.client;
    if (!client) return;
    const asked = draft.value;
    isBusy.value = true;
    faults.value = [];
    done.value = null;
    refused.value = null;
    const say = async (error: unknown, at?: number): Promise<void> => {
      const { field, text } = faultOf(error, asked, at);
      const told = await refusedBy(error);
      faults.value = [{ field, text: told.why === undefined ? text : told.text }];
      refused.value = told;
    };
    try {
      const request = requestOf(asked, clock.value.now);
      const { statuses } =
        request.action === 'placeOrders'
          ? await client.placeOrders(request.params.orders, { grouping: request.params.grouping })
          : await client.placeIsolatedOrder(request.params);
      const at = statuses.findIndex(({ error }) => error !== undefined);
      const fault = statuses[at];
      if (fault) await say(new OrderRejected(fault), at);
      else done.value = doneBy(statuses, asked);
    } catch (error) {
      await say(error);
    }
    isBusy.value = false;
  };
  const market = marketOf(symbol);
  const figures = figuresOf(symbol).value;
  const room = market && figures ? roomOf(draft.value, market, figures, account.value) : null;
  // What the exchange has said counts more than what was found while typing.
  const typed =
    market && figures && room ? checksOf(draft.value, market, { mark: figures.markPrice, ...room.paid }) : [];
  const shownFaults = faults.value.length > 0 ? faults.value : typed;
  const props = { form: 'ticket', draft: draft.value, shown: shown.value, faults: shownFaults, change };
  /** An isolated order begins with the leverage that the account has in the market. */
  const isolate = (changes: Partial<Draft>): void =>
    change({ ...changes, leverage: String(account.value?.summary.marketPreferences.leverages[symbol] ?? '') });
  const tick = market && `tick ${market.priceIncrement}`;
  const isBuy = draft.value.side === 'buy';
  return (
    <Panel title="Order" class="ticket">
      <form
        class={`form ${isBuy ? 'buys' : 'sells'}`}
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <Choices
          label="Side"
          options={['buy', 'sell']}
          titles={{ buy: 'Buy / long', sell: 'Sell / short' }}
          chosen={draft.value.side}
          choose={(side) => change({ side })}
        />
        <Choices
          label="Type of order"
          options={ORDER_KINDS}
          titles={KIND_TITLES}
          chosen={draft.value.kind}
          choose={(kind) => change({ kind })}
        />
        {account.value ? (
          <dl class="balance">
            <div>
              <dt>Free margin</dt>
              <dd>
                {money(account.value.summary.crossMarginSummary.availableMargin)} {market?.settleAsset ?? ''}
              </dd>
            </div>
          </dl>
        ) : null}
        <div class="pair">
          {isIsolated(draft.value) ? (
            <TextField {...props} name="leverage" label="Leverage" />
          ) : (
            <LeverageField key={symbol} symbol={symbol} />
          )}
          <ChoiceField {...props} name="timeInForce" label="Time in force" options={TIMES_IN_FORCE} />
          <ChoiceField {...props} name="triggerPriceType" label="Triggered by" options={['mark', 'last']} />
        </div>
        <TextField {...props} name="minutes" label="Ends after, minutes" />
        <TextField {...props} name="trigger" label="Trigger price" hint={figures?.markPrice} limit={tick} />
        <FlagField {...props} name="firesMarket" label="Fires a market order" />
        <TextField
          {...props}
          name="price"
          label="Price"
          hint={figures?.lastPrice}
          limit={tick}
          tools={figures ? <BookPrices figures={figures} choose={(price) => change({ price })} /> : null}
        />
        {market && room && !(draft.value.closePosition && shown.value.has('closePosition')) ? (
          <SizeField {...props} market={market} price={room.price} most={room.paid.most} limit={room.limit} />
        ) : null}
        <div class="pair">
          <TextField {...props} name="duration" label="Duration, seconds" limit="300 to 86400" />
          <TextField {...props} name="interval" label="Interval, seconds" />
          <TextField {...props} name="takeProfit" label="Take profit" hint="optional" />
          <TextField {...props} name="stopLoss" label="Stop loss" hint="optional" />
        </div>
        <ExitParts {...props} />
        <TextField {...props} name="isolatedMargin" label={`Isolated margin, ${market?.settleAsset ?? ''}`} />
        <div class="flags">
          <FlagField {...props} name="postOnly" label="Post-only" />
          <FlagField {...props} name="reduceOnly" label="Reduce-only" />
          <FlagField {...props} change={isolate} name="isolated" label="Isolated margin" />
          <FlagField {...props} name="closePosition" label="Close the whole position" />
        </div>
        {whenItFires(draft.value) !== undefined && <p class="quiet">{whenItFires(draft.value)}</p>}
        {market && account.value && <PreviewFacts draft={draft.value} market={market} view={account.value} />}
        {session.value === null ? (
          <a class="button" href={linkTo('account')}>
            Sign in to trade
          </a>
        ) : (
          <button type="submit" class={`button main ${isBuy ? 'buy' : 'sell'}`} disabled={isBusy.value}>
            {`${isBuy ? 'Buy' : 'Sell'} ${symbol}`}
          </button>
        )}
        <WholeFault faults={refused.value ? [] : faults.value} />
        <RefusedNotice refused={refused.value} />
        {done.value ? (
          <Notice tone="good" why={done.value.why}>
            {done.value.text}
          </Notice>
        ) : null}
      </form>
      {session.value && <RequestCode session={session.value} request={() => requestOf(draft.value, clock.value.now)} />}
    </Panel>
  );
}

/** What came of an order, and the page with its life so far. */
interface Done {
  readonly text: string;
  readonly why: string | undefined;
}

function doneBy(statuses: readonly OrderStatus[], { symbol }: Draft): Done {
  const market = marketOf(symbol);
  const said = statuses.map(({ filled }) => (filled ? `Filled at ${priceText(filled.avgPrice, market)}` : 'Placed'));
  const order = statuses[0]?.order?.venueId;
  const mayAsk = order !== undefined && controlFault.value === null;
  return { text: said.join(', '), why: mayAsk ? `${linkTo('log')}?order=${order}` : undefined };
}

/** The leverage of the account in a market. A change is sent when the field is left. */
function LeverageField({ symbol }: { readonly symbol: string }) {
  const problem = useSignal<string | null>(null);
  /** What is being typed, which no news of the account replaces; null for what the account has. */
  const typed = useSignal<string | null>(null);
  const present = account.value?.summary.marketPreferences.leverages[symbol];
  if (present === undefined) return null;
  const send = async (leverage: string): Promise<void> => {
    problem.value = null;
    try {
      await session.value?.client.updateLeverage(symbol, Number(leverage));
      if (typed.value === leverage) typed.value = null;
    } catch (error) {
      problem.value = problemOf(error);
    }
  };
  return (
    <div class="field">
      <label for="ticket-leverage">Leverage</label>
      <input
        id="ticket-leverage"
        type="number"
        min={1}
        step={1}
        aria-invalid={problem.value !== null}
        aria-describedby={problem.value === null ? undefined : 'ticket-leverage-wrong'}
        value={typed.value ?? String(present)}
        onInput={(event) => {
          typed.value = event.currentTarget.value;
        }}
        onChange={(event) => void send(event.currentTarget.value)}
      />
      {problem.value !== null && (
        <span id="ticket-leverage-wrong" class="wrong" role="alert">
          {problem.value}
        </span>
      )}
    </div>
  );
}

/** Exits beside the first one, each for a part of the order. There is nothing to see before the first one is filled in. */
function ExitParts(props: Omit<FieldParts<Draft>, 'name' | 'label'>) {
  const { draft, shown, faults, change } = props;
  const { exits } = draft;
  if (!shown.has('takeProfit') || (draft.takeProfit + draft.stopLoss === '' && exits.length === 0)) return null;
  const changeExit = (at: number, changes: Partial<Exit>): void =>
    change({ exits: exits.map((exit, place) => (place === at ? { ...exit, ...changes } : exit)) });
  const fault = faults.find(({ field }) => field === 'exits');
  return (
    <>
      <TextField {...props} name="exitQuantity" label="Quantity of exit 1" hint={draft.quantity} />
      {exits.map((exit, at) => {
        const number = at + 2;
        const field = (name: keyof Exit, label: string) => (
          <div class="field">
            <label for={`ticket-exit-${number}-${name}`}>{label}</label>
            <input
              id={`ticket-exit-${number}-${name}`}
              inputMode="decimal"
              autocomplete="off"
              value={exit[name]}
              aria-invalid={fault !== undefined}
              aria-describedby={fault && 'ticket-exits-wrong'}
              onInput={(event) => changeExit(at, { [name]: event.currentTarget.value.trim() })}
            />
          </div>
        );
        return (
          <fieldset key={number} class="exit">
            <legend>Exit {number}</legend>
            {field('takeProfit', `Take profit ${number} at`)}
            {field('stopLoss', `Stop loss ${number} at`)}
            {field('quantity', `Quantity of exit ${number}`)}
            <button
              type="button"
              class="button small"
              onClick={() => change({ exits: exits.filter((_, place) => place !== at) })}
            >
              Remove exit {number}
            </button>
          </fieldset>
        );
      })}
      {fault && (
        <span id="ticket-exits-wrong" class="wrong" role="alert">
          {fault.text}
        </span>
      )}
      <button type="button" class="button small" onClick={() => change({ exits: [...exits, EMPTY_EXIT] })}>
        Add an exit for a part
      </button>
    </>
  );
}
