/** A scenario as its file has it, before anything is checked: what shrinking takes parts from. */
export type Written = Readonly<Record<string, unknown>>;

/** One thing that may be left out of a scenario, or made smaller. */
export type Part =
  | { readonly of: 'timeline' | 'agents' | 'strategy'; readonly entry: Written }
  | { readonly of: 'accounts' | 'markets'; readonly name: string; readonly value: unknown };

const asList = (value: unknown): readonly Written[] => (Array.isArray(value) ? (value as Written[]) : []);
const asMap = (value: unknown): Written =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Written) : {};

/** What happens in a scenario, and who trades in it: the parts that are tried first. */
export const happenings = (written: Written): Part[] => [
  ...asList(written['agents']).map((entry): Part => ({ of: 'agents', entry })),
  ...(written['strategy'] ? [{ of: 'strategy', entry: asMap(written['strategy']) } as const] : []),
  ...asList(written['timeline']).map((entry): Part => ({ of: 'timeline', entry })),
];

/** What happenings need: accounts, and fields laid over markets. */
export const surroundings = (written: Written): Part[] =>
  (['accounts', 'markets'] as const).flatMap((of) =>
    Object.entries(asMap(written[of])).map(([name, value]): Part => ({ of, name, value })),
  );

/** The scenario with these happenings and no others. */
export function withHappenings(written: Written, parts: readonly Part[]): Written {
  const { timeline: _timeline, agents: _agents, strategy: _strategy, ...rest } = written;
  const entriesOf = (of: Part['of']): Written[] =>
    parts.flatMap((part) => (part.of === of && 'entry' in part ? [part.entry] : []));
  const [timeline, agents, [strategy]] = [entriesOf('timeline'), entriesOf('agents'), entriesOf('strategy')];
  return {
    ...rest,
    ...(agents.length > 0 && { agents }),
    ...(strategy && { strategy }),
    ...(timeline.length > 0 && { timeline }),
  };
}

/** The scenario with these accounts and market fields and no others. */
export function withSurroundings(written: Written, parts: readonly Part[]): Written {
  const { accounts: _accounts, markets: _markets, ...rest } = written;
  const mapOf = (of: Part['of']): Written =>
    Object.fromEntries(parts.flatMap((part) => (part.of === of && 'name' in part ? [[part.name, part.value]] : [])));
  const [accounts, markets] = [mapOf('accounts'), mapOf('markets')];
  return {
    ...rest,
    ...(Object.keys(accounts).length > 0 && { accounts }),
    ...(Object.keys(markets).length > 0 && { markets }),
  };
}

/** Simpler forms of a part: a request without a word of its refusal or with fewer orders, an entry that is repeated less often. */
export function simplerForms(part: Part): readonly Part[] {
  if (!('entry' in part)) return [];
  return [...withoutRefusal(part.entry), ...lessOften(part.entry), ...fewerOrders(part.entry)].map((entry) => ({
    of: part.of,
    entry,
  }));
}

function withoutRefusal({ refused, ...entry }: Written): Written[] {
  return refused === undefined ? [] : [entry];
}

function lessOften(entry: Written): Written[] {
  const { every, count, until, ...rest } = entry;
  // The end of a condition stays: without it another moment could meet it.
  const once = rest['when'] === undefined || until === undefined ? rest : { ...rest, until };
  const ofUntil = every !== undefined && until !== undefined ? [once] : [];
  if (typeof count !== 'number' || count < 2) return ofUntil;
  const half = Math.floor(count / 2);
  return half < 2 ? [once] : [once, { ...entry, count: half }];
}

function fewerOrders(entry: Written): Written[] {
  const given = asMap(entry['with']);
  const orders = asList(given['orders']);
  if (orders.length < 2) return [];
  return orders.map((_order, left) => ({
    ...entry,
    with: { ...given, orders: orders.filter((_one, index) => index !== left) },
  }));
}
