import { Unmet } from '../deployment.ts';
import { type Common, PRINCIPALS, USUAL_TIER } from './lanes.ts';
import type { Opened } from './side-effect-log.ts';
import type { HouseWallet } from './suite-client.ts';
import type { TargetWallet } from './target.ts';

/** What decides which wallets a scenario gets, and in which order. */
export interface Turn {
  readonly common: Pick<Common, 'byTokens' | 'isUsual'>;
  /** The scenario states fees of the usual tier. */
  readonly statesFees: boolean;
  /** The scenario looks at fees, whatever they are. */
  readonly watchesFees: boolean;
  /** Other lanes use the keeper as well, so that it is left out. */
  readonly sharesKeeper: boolean;
}

/**
 * Returns the traders in turn, those with the most tokens first, and the keeper last of all. Trading lifts a wallet into
 * another tier, so those that still pay the usual fees are kept for scenarios that look at them.
 *
 * @throws Unmet when a scenario states fees that too few wallets pay
 */
export function inTurn(wallets: readonly HouseWallet[], turn: Turn): readonly TargetWallet[] {
  const { common, statesFees, watchesFees, sharesKeeper } = turn;
  const traders = wallets.filter(({ role }) => role === 'trader');
  const byTokens = common.byTokens(traders);
  const usual = byTokens.filter((one) => common.isUsual(one));
  const others = byTokens.filter((one) => !common.isUsual(one));
  if (statesFees && usual.length < Math.min(traders.length, PRINCIPALS)) {
    throw new Unmet('wallets', `too few wallets pay the fees of ${USUAL_TIER}: trading lifts them out of it`);
  }
  const keeper = sharesKeeper ? [] : wallets.filter(({ role }) => role === 'keeper').map(apart);
  if (statesFees) return [...usual, ...others.map(apart), ...keeper];
  return [...(watchesFees ? [...usual, ...others] : [...others, ...usual]), ...keeper];
}

/** A scenario may choose a wallet for its subaccounts, but neither the keeper nor one that pays other fees than it states. */
const apart = ({ address, privateKey, subAccountId }: HouseWallet): TargetWallet => ({
  address,
  privateKey,
  subAccountId,
});

/** Returns the wallets with the subaccounts that scenarios have opened among their spare ones. */
export const withOpened = (wallets: readonly HouseWallet[], opened: readonly Opened[]): readonly HouseWallet[] =>
  wallets.map((wallet) => {
    const its = opened.filter(({ master }) => master === wallet.subAccountId);
    const spares = its.map(({ subAccountId, name }): HouseWallet => {
      return { ...wallet, subAccountId, role: 'spare', standing: { name, leverages: {} }, spares: [], others: 0 };
    });
    return { ...wallet, spares: [...wallet.spares, ...spares], others: wallet.others + spares.length };
  });

/** Returns the wallets, each followed by its second subaccounts. */
export const withSpares = (wallets: readonly HouseWallet[]): readonly HouseWallet[] =>
  wallets.flatMap((wallet) => [wallet, ...wallet.spares]);

/** Returns how many more subaccounts a wallet may own; undefined where the target does not report it. */
export const roomOf = ({ maxSubAccounts, others }: HouseWallet): number | undefined =>
  maxSubAccounts === undefined ? undefined : Math.max(0, maxSubAccounts - 1 - others);

/** Returns how many subaccounts the traders may open together. A wallet whose room is unknown counts for all that are wanted. */
export const roomFor = (wanted: number, wallets: readonly HouseWallet[]): number =>
  wallets
    .filter(({ role }) => role === 'trader')
    .map(roomOf)
    .reduce<number>((sum, room) => sum + (room ?? wanted), 0);
