import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { OrderRejected, type OrderItem, type OrderStatus, type Position } from '../../../client.ts';
import { account, session } from '../data/account.ts';
import { figuresOf, marketOf } from '../data/markets.ts';
import { type Refused, refusedBy } from '../data/refusals.ts';
import { priceText, sizeText } from '../design/format.ts';
import { Choices, Notice, RefusedNotice } from '../design/panel.tsx';
import { checkPrice, checkQuantity } from '../ticket/checks.ts';
import { partOf, reversal } from './closing.ts';

interface FormParts {
  readonly position: Position;
  readonly close: () => void;
}

interface ActionParts {
  readonly title: string;
  readonly button: string;
  readonly close: () => void;
  /** What is done when the form is sent; says what came of it. */
  readonly send: () => Promise<string>;
  /** How much of it is written above the fields. */
  readonly said: string;
  readonly children?: ComponentChildren;
}

/** A small form about one position: what it will do, its fields, and what came of it. */
function ActionForm({ title, button, close, send, said, children }: ActionParts) {
  const form = useRef<HTMLFormElement>(null);
  const done = useSignal<string | null>(null);
  const refused = useSignal<Refused | null>(null);
  const isBusy = useSignal(false);
  useEffect(() => {
    const first = form.current?.querySelector<HTMLElement>('input, button.main');
    first?.focus();
    form.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const carryOut = async (): Promise<void> => {
    if (isBusy.value) return;
    isBusy.value = true;
    done.value = null;
    refused.value = null;
    try {
      done.value = await send();
    } catch (error) {
      refused.value = await refusedBy(error);
    }
    isBusy.value = false;
  };
  return (
    <form
      ref={form}
      class="position-form"
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault();
        void carryOut();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
      }}
    >
      <h3>{title}</h3>
      {children}
      <p class="quiet">{said}</p>
      <span class="row">
        <button type="submit" class="button main">
          {button}
        </button>
        <button type="button" class="button" onClick={close}>
          Back
        </button>
      </span>
      {done.value === null ? null : <Notice tone="good">{done.value}</Notice>}
      <RefusedNotice refused={refused.value} />
    </form>
  );
}

/** Sends orders and says what came of the last; throws the first refusal. */
async function placed(orders: readonly OrderItem[]): Promise<string> {
  const client = session.value?.client;
  if (!client) throw new Error('nobody is signed in');
  const { statuses } = await client.placeOrders(orders);
  const refused = statuses.find(({ error }) => error !== undefined);
  if (refused) throw new OrderRejected(refused);
  return statuses.map(outcomeOf).join(', ');
}

const outcomeOf = ({ filled }: OrderStatus): string =>
  filled ? `Filled ${filled.totalSize} at ${priceText(filled.avgPrice, undefined)}` : 'Placed';

const PARTS = ['25', '50', '75', '100'] as const;

/** Closes a position at the market or at a limit, in part or as a whole. */
export function CloseForm({ position, close }: FormParts) {
  const { symbol, side, quantity } = position;
  const market = marketOf(symbol);
  const kind = useSignal<'market' | 'limit'>('market');
  const size = useSignal(quantity);
  const price = useSignal('');
  const sells = side === 'long';
  const figures = figuresOf(symbol).value;
  const touch = sells ? figures?.bestAsk : figures?.bestBid;
  const limit = price.value === '' ? (touch ?? '') : price.value;
  const order: OrderItem = {
    symbol,
    side: sells ? 'sell' : 'buy',
    orderType: kind.value === 'market' ? 'market' : 'limitGtc',
    quantity: size.value,
    reduceOnly: true,
    ...(kind.value === 'limit' && { price: limit }),
  };
  const part = PARTS.find((one) => partOf(quantity, Number(one), market?.orderSizeIncrement ?? '') === size.value);
  const sizeFault = market && checkQuantity(size.value, market, { isMarket: kind.value === 'market', isClosing: true });
  const priceFault = market && kind.value === 'limit' ? checkPrice(limit, market) : undefined;
  return (
    <ActionForm
      title={`Close ${symbol}, ${side}`}
      button={`Close at ${kind.value}`}
      close={close}
      send={() => placed([order])}
      said={`${sells ? 'Sells' : 'Buys'} ${sizeText(size.value, market)} of ${sizeText(quantity, market)} ${
        kind.value === 'market' ? 'at the market' : `at ${priceText(limit, market)}`
      }, reduce-only.`}
    >
      <Choices
        label="How it is closed"
        options={['market', 'limit']}
        titles={TITLES}
        chosen={kind.value}
        choose={(chosen) => {
          kind.value = chosen;
        }}
      />
      <Field
        id="close-size"
        label="Quantity to close"
        value={size.value}
        fault={sizeFault}
        change={(text) => {
          size.value = text;
        }}
      />
      <Choices
        label="Part of the position"
        options={PARTS}
        titles={{ '25': '25%', '50': '50%', '75': '75%', '100': '100%' }}
        chosen={part ?? null}
        choose={(chosen) => {
          size.value = partOf(quantity, Number(chosen), market?.orderSizeIncrement ?? '');
        }}
      />
      {kind.value === 'limit' ? (
        <Field
          id="close-price"
          label="Limit price"
          value={price.value}
          hint={touch}
          fault={priceFault}
          change={(text) => {
            price.value = text;
          }}
        />
      ) : null}
    </ActionForm>
  );
}

const TITLES = { market: 'Market', limit: 'Limit' } as const;

interface FieldParts {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly hint?: string | undefined;
  readonly fault?: string | undefined;
  readonly change: (text: string) => void;
}

function Field({ id, label, value, hint, fault, change }: FieldParts) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        inputMode="decimal"
        autocomplete="off"
        placeholder={hint ?? ''}
        value={value}
        aria-invalid={fault !== undefined}
        aria-describedby={fault === undefined ? undefined : `${id}-wrong`}
        onInput={(event) => change(event.currentTarget.value.trim())}
      />
      {fault === undefined ? null : (
        <span id={`${id}-wrong`} class="wrong">
          {fault}
        </span>
      )}
    </div>
  );
}

/** Turns a position into one of the same size on the other side. */
export function ReverseForm({ position, close }: FormParts) {
  const { symbol, side, quantity } = position;
  const market = marketOf(symbol);
  const other = side === 'long' ? 'short' : 'long';
  const orderSide = side === 'long' ? 'sell' : 'buy';
  const shown = sizeText(quantity, market);
  return (
    <ActionForm
      title={`Reverse ${symbol}, ${side}`}
      button={`Reverse to ${other}`}
      close={close}
      send={() => placed(reversal(position, market?.maxMarketOrderSize ?? ''))}
      said={`${orderSide === 'sell' ? 'Sells' : 'Buys'} at the market: ${shown} closes the ${side}, and ${shown} more opens a ${other}.`}
    />
  );
}

/** The leverage of a market, and the margin of an isolated position. */
export function MarginForm({ position, close }: FormParts) {
  const { symbol } = position;
  const asset = marketOf(symbol)?.settleAsset ?? '';
  const present = account.value?.summary.marketPreferences.leverages[symbol];
  const leverage = useSignal('');
  const delta = useSignal('');
  const send = async (): Promise<string> => {
    const client = session.value?.client;
    if (!client) throw new Error('nobody is signed in');
    const done: string[] = [];
    if (leverage.value !== '') {
      await client.updateLeverage(symbol, leverage.value);
      done.push(`The leverage of ${symbol} is ${leverage.value}`);
      leverage.value = '';
    }
    if (delta.value !== '') {
      await client.updateIsolatedMargin(symbol, delta.value);
      done.push(`The margin has changed by ${delta.value} ${asset}`);
      delta.value = '';
    }
    return done.length === 0 ? 'Nothing was asked for' : done.join('. ');
  };
  return (
    <ActionForm
      title={`Margin of ${symbol}`}
      button="Change margin"
      close={close}
      send={send}
      said="A cross position takes margin from the whole account, by the leverage of its market. Margin is added to an isolated position; a negative amount is taken out."
    >
      <Field
        id="margin-leverage"
        label="Leverage of the market"
        value={leverage.value}
        hint={String(present ?? '')}
        change={(text) => {
          leverage.value = text;
        }}
      />
      <Field
        id="margin-delta"
        label={`Add isolated margin, ${asset}`}
        value={delta.value}
        hint="100"
        change={(text) => {
          delta.value = text;
        }}
      />
    </ActionForm>
  );
}
