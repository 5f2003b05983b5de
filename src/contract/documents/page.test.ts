import { describe, expect, test } from 'vitest';
import { docsPage, type ShownDocument } from './page.ts';
import type { ShownStreams } from './stream-section.ts';

const DOCUMENT: ShownDocument = {
  info: { title: 'Trial <API>', version: '9.9', description: 'Signs with `a & b`.\n\nSecond.' },
  tags: [
    { name: 'trade', description: 'Signed actions.' },
    { name: 'aggregator', description: 'Listings.' },
  ],
  paths: {
    '/v1/trade': {
      post: {
        tags: ['trade'],
        summary: 'Signed actions.',
        responses: {},
        'x-shared-refusals': [{ code: 'UNAUTHORIZED', http: 401 }],
        'x-actions': [
          {
            name: 'doThing',
            summary: 'Does <b>things</b>.',
            kind: 'write',
            request: 'doThingRequest',
            response: 'doThingResponse',
            cost: { tokens: 5, perOrder: true },
            refusals: [{ code: 'ORDER_NOT_FOUND', http: 404 }],
            roles: ['owner'],
            signing: [{ primaryType: 'DoThing', encoded: 'DoThing(uint256 id)' }],
            examples: [{ params: { action: 'doThing', text: '</pre><script>' } }],
          },
        ],
      },
    },
    '/v1/info/listing': {
      get: {
        tags: ['aggregator'],
        summary: 'A listing.',
        parameters: [{ name: 'depth', required: true, schema: { type: 'integer', default: 100 } }],
        responses: {
          200: { description: 'A listing.', content: { 'application/json': { schema: { type: 'boolean' } } } },
          429: { description: 'Too many.', content: {} },
        },
        'x-cost': 1,
      },
    },
  },
  components: {
    schemas: {
      doThingRequest: {
        properties: {
          params: {
            properties: {
              action: { const: 'doThing' },
              orders: {
                items: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
                minItems: 1,
                maxItems: 3,
              },
            },
            required: ['orders'],
          },
        },
      },
      doThingResponse: { properties: { response: { properties: { done: { type: 'boolean' } } } } },
    },
  },
};
const STREAMS: ShownStreams = {
  info: { description: 'Frames of `text`.' },
  servers: { exchange: { host: 'localhost:1', pathname: '/v1/ws', protocol: 'ws' } },
  channels: { info: { address: '/info', description: 'Public <data>.' } },
  components: {
    schemas: {
      thingsParams: { properties: { type: { const: 'things' }, symbol: { type: 'string' } }, required: ['type'] },
      thingsPush: { properties: { method: { const: 'thing' }, data: { $ref: '#/components/schemas/thingsData' } } },
      thingsData: {
        anyOf: [{ properties: { made: { type: 'string' } } }, { properties: { lost: { type: 'integer' } } }],
      },
    },
    messages: {
      auth: { summary: 'Logs in.', payload: {}, examples: [{ payload: { method: 'auth' } }] },
      refusal: { summary: 'No.', payload: { properties: { status: { type: 'integer' } } } },
      thingsPush: { summary: 'A thing.', payload: {}, examples: [{ payload: { data: { made: '<b>' } } }] },
    },
  },
  'x-channels': [
    {
      name: 'trades',
      aliases: ['thing'],
      summary: 'Every thing.',
      access: 'public',
      endpoints: ['info', 'trade'],
      push: { method: 'thing', channel: 'thingUpdate' },
      firstFrame: 'None.',
      slowReader: 'Gets the newest.',
      schemas: { params: 'thingsParams', push: 'thingsPush', data: 'thingsData' },
      cost: 1,
    },
  ],
  'x-ordering': ['First come, first served.'],
  'x-close-codes': [{ code: 1013, meaning: 'Too slow.' }],
  'x-limits': { connections: 3 },
};
const page = docsPage(DOCUMENT, STREAMS);
/** The part of an action, without its tags. */
const textOf = (name: string): string =>
  (page.split(`<h3 id="${name}">`)[1] ?? '')
    .split('</article>')[0]
    ?.replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ') ?? '';

describe('an action', () => {
  test('is shown with all there is to know', () => {
    const text = textOf('doThing');
    expect(text).toContain('write costs 5 tokens for each order');
    expect(text).toContain('May be signed by: owner.');
    expect(text).toContain('Signed as DoThing(uint256 id)');
    expect(text).toContain('orders object[] required 1 to 3 items orders[].id string required');
    expect(text).toContain('ORDER_NOT_FOUND (404)');
    expect(text).toContain('done boolean optional');
  });

  test('its name is not a param of its own', () => {
    expect(page).not.toContain('<td><code>action</code></td>');
  });

  test('can be reached from the contents', () => {
    expect(page).toContain('<a href="#doThing">doThing</a>');
  });
});

test('a plain route is shown with its query, cost and statuses', () => {
  const text = textOf('v1-info-listing');
  expect(text).toContain('/v1/info/listing GET costs 1 token ');
  expect(text).toContain('depth integer required default 100');
  expect(text).toContain('429: Too many.');
  expect(page).toContain('<a href="#v1-info-listing">/v1/info/listing</a>');
});

describe('streams', () => {
  test('are shown with their endpoints, limits and close codes', () => {
    expect(page).toContain('<code>ws://localhost:1/v1/ws/info</code>: Public &lt;data&gt;.');
    expect(textOf('streams-limits')).toContain('connections : 3 Code Meaning 1013 Too slow.');
    expect(textOf('streams-requests')).toContain('status integer optional');
    expect(textOf('streams-requests')).toContain('First come, first served.');
    expect(textOf('streams-login')).toContain('&quot;method&quot;: &quot;auth&quot;');
  });

  test('a channel is shown with all there is to know', () => {
    const text = textOf('stream-trades');
    expect(text).toContain('public costs 1 token Every thing. On: info, trade. Pushes say thing and thingUpdate .');
    expect(text).toContain('Also asked for as: thing.');
    expect(text).toContain('First frame: None. Slow readers: Gets the newest.');
    expect(text).toContain('symbol string optional');
    expect(text).toContain('data thingsData optional');
    expect(text).toContain('data.made string optional');
    expect(text).toContain('data.lost integer optional');
    expect(page).toContain('<a href="#stream-trades">trades</a>');
  });
});

test('what comes from the document is text, never markup', () => {
  expect(page).toContain('<title>Trial &lt;API&gt; 9.9</title>');
  expect(page).toContain('Does &lt;b&gt;things&lt;/b&gt;.');
  expect(page).toContain('&lt;/pre&gt;&lt;script&gt;');
  expect(page).not.toContain('<script');
});

test('prose keeps its paragraphs and code', () => {
  expect(page).toContain('<p>Signs with <code>a &amp; b</code>.</p>');
  expect(page).toContain('<p>Second.</p>');
});

test('nothing is fetched from elsewhere', () => {
  expect(page).not.toMatch(/https?:|src=|@import|url\(/);
});

describe('for every reader', () => {
  test('a language, a scale for phones, and a way past the contents', () => {
    expect(page).toContain('<html lang="en">');
    expect(page).toContain('name="viewport" content="width=device-width, initial-scale=1"');
    expect(page).toContain('<a class="skip" href="#main">');
    expect(page).toContain('<main id="main">');
  });

  test('light and dark', () => {
    expect(page).toContain('color-scheme: light dark');
    expect(page).toContain('@media (prefers-color-scheme: dark)');
  });

  test('ids come once, and every link of the page leads to one', () => {
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(targets.filter((id) => !ids.includes(id))).toEqual([]);
  });
});
