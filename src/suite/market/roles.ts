/**
 * Markets by what they are to a scenario. Scenarios speak of "the market" and "the second market" instead of symbols; profile and
 * probe say which markets of a target these are.
 */
export const ROLES = ['market', 'second market', 'third market', 'session market', 'fine market'] as const;
export type MarketRole = (typeof ROLES)[number];

/** The markets of the world `quiet` in these roles, as in each world that scenarios begin for themselves. */
export const USUAL_ROLES: Readonly<Record<MarketRole, string>> = {
  market: 'BTC-USDT',
  'second market': 'ETH-USDT',
  'third market': 'SOL-USDT',
  'session market': 'WTI-USDT',
  'fine market': 'XRP-USDT',
};

/** The role of an asset that counts for less than its value as collateral, and of which every trader of the suite holds some. */
export const HAIRCUT_COLLATERAL = 'haircut collateral';

/** The asset in that role in the worlds that scenarios begin for themselves. */
export const USUAL_COLLATERAL = 'WETH';

/** Symbols of markets by role, and the asset of the haircut collateral; a role that the target has nothing for is missing. */
export type Roles = Readonly<Partial<Record<MarketRole | typeof HAIRCUT_COLLATERAL, string>>>;

/** True for a text that is the name of a role. */
export const isRole = (text: string): text is MarketRole => Object.hasOwn(USUAL_ROLES, text);
