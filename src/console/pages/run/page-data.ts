/** Ids of the elements by which the file and its script know each other. */
export const ELEMENT = { run: 'run', charts: 'charts', events: 'events', fills: 'fills' } as const;
