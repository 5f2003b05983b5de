import { type Signal, useSignal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { OrderRejected, type Position } from '../../../client.ts';
import { linkTo } from '../app/router.ts';
import { session } from '../data/account.ts';
import { figuresOf, marketOf, markets, marketsProblem } from '../data/markets.ts';
import { type Refused, refusedBy } from '../data/refusals.ts';
import { money, priceText, signedMoney, sizeText, trend } from '../design/format.ts';
import { Heads, number, spoken } from '../design/heads.tsx';
import { Empty, Panel, RefusedNotice } from '../design/panel.tsx';
import { ExitsForm } from '../ticket/exits-form.tsx';
import { closeAll } from './closing.ts';
import { CloseForm, MarginForm, ReverseForm } from './position-forms.tsx';

/** Buckets of the ranking by which positions are deleveraged; the highest goes first. */
const BUCKETS = [1, 2, 3, 4, 5];

type FormView = FunctionComponent<{ readonly position: Position; readonly close: () => void }>;

/** What can be done about a position, in the order of the buttons. */
const ACTIONS: Readonly<Record<string, FormView>> = {
  Close: CloseForm,
  Reverse: ReverseForm,
  'TP/SL': ExitsForm,
  Margin: MarginForm,
};

const buttonId = ({ positionId }: Position, action: string): string => `${action.replace('/', '')}-of-${positionId}`;

interface PositionsParts {
  readonly positions: readonly Position[];
}

/** The open positions with their liquidation price, their place in the ranking of deleveraging, and what can be done about each. */
export function Positions({ positions }: PositionsParts) {
  const chosen = useSignal<{ readonly id: string; readonly action: string } | null>(null);
  const refused = useSignal<Refused | null>(null);
  const position = positions.find(({ positionId }) => positionId === chosen.value?.id);
  const action = chosen.value?.action ?? '';
  const Form = position && ACTIONS[action];
  const close = (): void => {
    chosen.value = null;
    // A keyboard goes on where it came from.
    if (position) document.getElementById(buttonId(position, action))?.focus();
  };
  return (
    <Panel
      title={`Positions (${positions.length})`}
      class="positions"
      tools={positions.length > 0 ? <CloseAll positions={positions} refused={refused} /> : null}
    >
      <RefusedNotice refused={refused.value} />
      {positions.length === 0 ? (
        <Empty>No position is open. A fill opens one.</Empty>
      ) : markets.value === null && marketsProblem.value === null ? (
        <Empty>Reading the markets…</Empty>
      ) : (
        <table class="grid">
          <Heads
            of={[
              'Market',
              'Side',
              number('Quantity'),
              number('Entry'),
              number('Mark'),
              number('Liquidation'),
              number('Unrealized PnL'),
              number('Funding'),
              number('Margin'),
              'ADL',
              spoken('Actions'),
            ]}
          />
          <tbody>
            {positions.map((one) => (
              <Line
                key={one.positionId}
                position={one}
                open={one === position ? action : null}
                choose={(name) => {
                  if (one === position && name === action) close();
                  else chosen.value = { id: one.positionId, action: name };
                }}
              />
            ))}
          </tbody>
        </table>
      )}
      {position && Form ? <Form key={`${position.positionId} ${action}`} position={position} close={close} /> : null}
    </Panel>
  );
}

/** Closes every position that is shown at the market. The second press does it, so that none is closed by a slip. */
function CloseAll({ positions, refused }: PositionsParts & { readonly refused: Signal<Refused | null> }) {
  const isAsked = useSignal(false);
  const send = async (): Promise<void> => {
    isAsked.value = false;
    refused.value = null;
    try {
      for (const orders of closeAll(positions)) {
        const { statuses } = (await session.value?.client.placeOrders(orders)) ?? { statuses: [] };
        const fault = statuses.find(({ error }) => error !== undefined);
        if (fault) throw new OrderRejected(fault);
      }
    } catch (error) {
      refused.value = await refusedBy(error);
    }
  };
  return (
    <button
      type="button"
      class="button small"
      onBlur={() => {
        isAsked.value = false;
      }}
      onClick={() => {
        if (isAsked.value) void send();
        else isAsked.value = true;
      }}
    >
      {isAsked.value ? `Close ${positions.length} at the market` : 'Close all'}
    </button>
  );
}

interface LineParts {
  readonly position: Position;
  /** The action whose form is open. */
  readonly open: string | null;
  readonly choose: (action: string) => void;
}

function Line({ position, open, choose }: LineParts) {
  const { symbol, side, quantity, entryPrice, liquidationPrice, unrealizedPnl, netFunding, usedMargin } = position;
  const mark = figuresOf(symbol).value?.markPrice;
  const market = marketOf(symbol);
  const shownPrice = Number(liquidationPrice) === 0 ? 'none' : priceText(liquidationPrice, market);
  return (
    <tr>
      <td>
        <a href={linkTo('market', symbol)}>{symbol}</a>
      </td>
      <td class={side === 'long' ? 'up' : 'down'}>{side}</td>
      <td class="number" data-name="Quantity">
        {sizeText(quantity, market)}
      </td>
      <td class="number" data-name="Entry">
        {priceText(entryPrice, market)}
      </td>
      <td class="number" data-name="Mark">
        {mark === undefined ? '–' : priceText(mark, market)}
      </td>
      <td class="number" data-name="Liquidation">
        <a href={whyMargin(symbol)} aria-label={`${shownPrice}: why this liquidation price`}>
          {shownPrice}
        </a>
      </td>
      <td class={`number ${trend(Number(unrealizedPnl))}`} data-name="Unrealized PnL">
        {signedMoney(unrealizedPnl)}
      </td>
      <td class={`number ${trend(Number(netFunding))}`} data-name="Funding">
        {signedMoney(netFunding)}
      </td>
      <td class="number" data-name="Margin">
        {money(usedMargin)}
      </td>
      <td data-name="ADL">
        <span class="bucket" title={`Bucket ${position.adlBucket} of 5`}>
          <span class="spoken">{position.adlBucket} of 5</span>
          {BUCKETS.map((bucket) => (
            <i key={bucket} class={bucket <= position.adlBucket ? 'on' : ''} />
          ))}
        </span>
      </td>
      <td class="actions">
        {Object.keys(ACTIONS).map((action) => (
          <button
            key={action}
            type="button"
            class="button small"
            id={buttonId(position, action)}
            aria-label={`${action} of ${symbol}`}
            aria-expanded={open === action}
            onClick={() => choose(action)}
          >
            {action}
          </button>
        ))}
      </td>
    </tr>
  );
}

/** The page that shows the arithmetic of the account's margin, or of its position in one market. */
export function whyMargin(symbol?: string): string {
  const account = session.value?.subAccountId ?? '';
  const why = `/margin/${account}${symbol === undefined ? '' : `?symbol=${symbol}`}`;
  return `${linkTo('log')}?account=${account}&why=${encodeURIComponent(why)}`;
}
