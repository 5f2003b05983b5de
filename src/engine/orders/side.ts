export type Side = 'buy' | 'sell';

/** Returns +1 for a buy, -1 for a sell. */
export const signOf = (side: Side): 1 | -1 => (side === 'buy' ? 1 : -1);

export const oppositeOf = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy');
