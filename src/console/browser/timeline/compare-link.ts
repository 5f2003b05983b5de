import { linkTo } from '../app/router.ts';
import { type Compared, type Side, sideText } from './sides.ts';

/** The address of the page that shows two sides. */
export function compareHref(left: Side, right: Side, { market, account }: Compared): string {
  const params = new URLSearchParams({ left: sideText(left), right: sideText(right) });
  if (market !== '') params.set('market', market);
  if (account !== '') params.set('account', account);
  return `${linkTo('compare')}?${params.toString()}`;
}
