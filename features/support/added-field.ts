import type { Target } from '../../src/suite/targets/target.ts';

/** Returns a target in whose responses and frames every object has one more field, the text 1. Clients must ignore it. */
export const withField = (target: Target, field: string): Target => ({
  ...target,
  fields: 'tolerant',
  fetch: async (url, init) => {
    const response = await target.fetch(url, init);
    const body = JSON.stringify(grown(JSON.parse(await response.text()), field));
    return { status: response.status, headers: response.headers, text: () => Promise.resolve(body) };
  },
  connect: (endpoint, listener) =>
    target.connect(endpoint, {
      ...listener,
      frame: (text) => listener.frame(JSON.stringify(grown(JSON.parse(text), field))),
    }),
});

function grown(value: unknown, field: string): unknown {
  if (Array.isArray(value)) return value.map((item) => grown(item, field));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, grown(member, field)] as const);
  return { ...Object.fromEntries(members), [field]: '1' };
}
