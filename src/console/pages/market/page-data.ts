/** Ids of the elements by which the file and its script know each other. */
export const ELEMENT = { charts: 'charts', plots: 'plots' } as const;
