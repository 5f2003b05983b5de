import type { Steered } from './route.ts';

/** World, seed, clock, accounts and markets in short: the response of `/state`, and of what starts another life. */
export const stateOf = ({ accounts, control }: Steered): object => ({ ...control.state(), devAccounts: accounts });
