import type { LogRecord } from '../../contract/log-shapes.ts';
import type { State } from '../../engine/state.ts';
import { subAccountIdOf, venueIdOf } from '../../kernel/ids.ts';
import { type LogRow, placeText, type RowContent } from './log-row.ts';
import { rowText } from './row-maker.ts';

/** Returns a row as the control plane writes it. */
export function recordOf(row: LogRow, state: Readonly<State>): LogRecord {
  const { input, at, kind, market, accounts, orders, liquidation, content } = row;
  const users = accounts.filter((account) => state.accounts.get(account)?.agent !== true);
  return {
    id: placeText(row),
    input,
    event: content.of === 'event' ? content.seq : null,
    at,
    kind,
    name: nameOf(content),
    text: rowText(row, state),
    market,
    accounts: [...new Set(users.length > 0 ? users : accounts)].map(subAccountIdOf),
    orders: orders.map(venueIdOf),
    liquidation,
    why: whyOf(row),
  };
}

function nameOf(content: RowContent): string {
  switch (content.of) {
    case 'event':
      return content.event.type;
    case 'refusal':
      return content.explanation.verdict['code'] ?? 'refusal';
    case 'input': {
      const { input } = content;
      if (input.kind === 'request') return input.action;
      return input.kind === 'control' ? [...new Set(input.commands.map(({ type }) => type))].join(', ') : input.kind;
    }
  }
}

function whyOf({ content, liquidation }: LogRow): string | null {
  if (content.of === 'refusal') {
    const { item } = content.explanation.subject;
    return `/refusal/${content.requestId}${item === undefined ? '' : `?item=${item}`}`;
  }
  if (content.of === 'event') {
    const { event, trade } = content;
    if (event.type === 'FundingPaid') return `/funding/${event.payment}`;
    if (event.type === 'Deleveraged' && trade !== null) return `/adl/${trade}`;
    if (event.type === 'Traded' && event.cause === 'adl') return `/adl/${event.trade}`;
  }
  return liquidation === null || liquidation === 0 ? null : `/liquidation/${liquidation}`;
}
