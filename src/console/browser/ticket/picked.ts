import { signal } from '@preact/signals';

/** A price that was chosen elsewhere, such as in the book, for the ticket of its market. */
export const picked = signal<{ readonly symbol: string; readonly price: string } | null>(null);
