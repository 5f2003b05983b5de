/** Says what is wrong at a field, and how to mend it. */
export type Say = (steps: readonly (string | number)[], message: string) => void;
