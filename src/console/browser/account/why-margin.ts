import { linkTo } from '../app/router.ts';
import { session } from '../data/account.ts';

/** The page that shows the arithmetic of the account's margin, or of its position in one market. */
export function whyMargin(symbol?: string): string {
  const account = session.value?.subAccountId ?? '';
  const why = `/margin/${account}${symbol === undefined ? '' : `?symbol=${symbol}`}`;
  return `${linkTo('log')}?account=${account}&why=${encodeURIComponent(why)}`;
}
