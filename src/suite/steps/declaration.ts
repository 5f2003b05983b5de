import type { Capability } from '../deployment.ts';

/** The requests that a step sends and the time that it waits for, as far as its sentence and its table show them. */
export interface Cost {
  /** Their number. */
  readonly requests: number;
  /** Tokens of all of them together, out of the bucket of the address. */
  readonly tokens: number;
  /** False where they take tokens of the address alone. */
  readonly signed: boolean;
  /** Of the tokens of signed requests and others together, those that the address alone pays; left out: none. */
  readonly publicTokens?: number;
  /** The facts are recorded before, in a scenario that compares facts. */
  readonly looked: boolean;
  /** It compares the facts with those that were recorded. */
  readonly comparesFacts: boolean;
  /** Milliseconds of exchange time that it lets pass, which are waited for where the suite does not move the clock. */
  readonly passMs: number;
  /** Milliseconds that it waits for tokens. */
  readonly refillMs: number;
}

/**
 * How far a step goes in the markets that its scenario names; each includes those before it.
 *
 * - `reaches`: it reads a market, or sends something that a market decides about
 * - `sends`: it sends orders, or changes of orders, that rest unless all of them are refused
 * - `places`: orders that it sends are accepted
 * - `trades`: they are filled by an order of the same scenario
 * - `takes`: they are filled by orders of the book
 */
export type MarketUse = 'reaches' | 'sends' | 'places' | 'trades' | 'takes';

/** What a wallet keeps of a step, and the suite takes back: a figure of a subaccount, a delegate, a scheduled cancel. */
export type Leftover = 'figure' | 'delegate' | 'scheduled-cancel';

/** What a step takes of an exchange that other scenarios use at the same time. Every part may be left out. */
export interface StepClaims {
  /** Names of the wallets that it uses. */
  readonly wallets?: readonly (string | undefined)[];
  /** The wallet that it introduces: a target without one for it cannot follow the step. */
  readonly introduces?: string;
  /** Names that stand for something other than a wallet of the target from here on. */
  readonly others?: readonly string[];
  /** The wallet that it takes off the whitelist. */
  readonly unlists?: string;
  /** The wallet whose second subaccount it uses. */
  readonly owner?: string;
  /** It lists the subaccounts of a wallet. */
  readonly listsFamily?: boolean;
  /** A request of it carries no signature, so that over a stream another wallet has to be logged in. */
  readonly unsigned?: boolean;
  readonly market?: MarketUse | undefined;
  /** Its orders come before what the scenario is about, so they are accepted even where that is refused. */
  readonly leadsUp?: boolean;
  /** It takes so much that orders far from the others might be filled. */
  readonly sweeps?: boolean;
  /** It states the books or trades of the markets that the scenario names, or lists all markets. */
  readonly looks?: 'books' | 'everywhere' | undefined;
  /** It draws on what all scenarios share. */
  readonly alone?: boolean;
  /** The wallet whose bucket it uses up. */
  readonly exhausts?: string | undefined;
  /** It states what the fee tier of a wallet decides. */
  readonly watchesFees?: boolean;
  /** It states what follows the mark. */
  readonly watchesMarks?: boolean;
  /** It states that a request was refused, or that one was accepted. */
  readonly outcome?: 'refused' | 'accepted' | undefined;
  /** It states that an order was filled at once. */
  readonly fills?: boolean;
  readonly leaves?: Leftover | undefined;
}

/** The same for all steps of a sentence, or computed from what the body of the step is given. */
export type OfStep<T> = T | ((...given: never[]) => T);

/** What a step says of itself beside its body. A function gets what the body gets, with a `StepArgument` for its table. */
export interface Declaration {
  /** What a target must offer for it. */
  readonly needs: OfStep<readonly Capability[]>;
  readonly cost: OfStep<Cost>;
  readonly claims: OfStep<StepClaims>;
  /** Milliseconds that the body may take; the usual limit without it. */
  readonly timeout?: number;
}

/** A compiled step, as far as its argument goes. */
interface PickledStep {
  readonly argument?: {
    readonly dataTable?: { readonly rows: readonly { readonly cells: readonly { readonly value: string }[] }[] };
    readonly docString?: { readonly content: string };
  };
}

/** The table or doc string below a step; empty where there is none. */
export class StepArgument {
  /** Cells of the table, its head included. */
  readonly rows: readonly (readonly string[])[];
  /** The doc string. */
  readonly text: string;

  /** The argument of a step of a pickle. */
  static of({ argument }: PickledStep): StepArgument {
    return new StepArgument({
      rows: argument?.dataTable?.rows.map(({ cells }) => cells.map(({ value }) => value)) ?? [],
      text: argument?.docString?.content ?? '',
    });
  }

  constructor({ rows = [], text = '' }: { readonly rows?: StepArgument['rows']; readonly text?: string } = {}) {
    this.rows = rows;
    this.text = text;
  }

  /** Every cell, and the doc string. */
  get cells(): readonly string[] {
    return [...this.rows.flat(), ...(this.text === '' ? [] : [this.text])];
  }

  /** The rows below the head, as objects of its columns. */
  get hashes(): readonly Readonly<Record<string, string>>[] {
    const [head = [], ...rows] = this.rows;
    return rows.map((row) => Object.fromEntries(head.map((name, place) => [name, row[place] ?? ''])));
  }

  /** A table of two columns as one object. */
  get hash(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.rows.map(([name = '', cell = '']) => [name, cell]));
  }
}
