import { describe, expect, test } from 'vitest';
import { bytesOf, contentOf, timeIn } from './format.ts';
import { readRecording, type RecordingLine } from './reader.ts';
import { Recorder } from './recorder.ts';

const ABOUT = { package: '0.1.0', by: 'proxy', target: 'http://127.0.0.1:1', exchange: null } as const;

function recorded(work: (recorder: Recorder) => void): string[] {
  const lines: string[] = [];
  let wall = 1_700_000_000_000;
  const now = (): number => {
    wall += 0.25;
    return wall;
  };
  work(new Recorder({ write: (line) => lines.push(line), now }, ABOUT));
  return lines;
}

async function read(texts: readonly string[]): Promise<RecordingLine[]> {
  async function* lines(): AsyncIterable<string> {
    yield* texts;
  }
  const found: RecordingLine[] = [];
  for await (const line of readRecording(lines())) found.push(line);
  return found;
}

describe('what is recorded', () => {
  test('a request and its response are one line each, and secrets are left out by name', () => {
    const lines = recorded((recorder) => {
      const connection = recorder.opened('127.0.0.1');
      const request = recorder.nextRequest();
      const headers = [
        ['Host', 'x'],
        ['Authorization', 'Bearer secret-token'],
        ['X-Control-Token', 'secret-token'],
      ] as const;
      const body = recorder.body(connection, request, 'request').add(Buffer.from('{"a":1}'));
      recorder.request(connection, request, { method: 'POST', path: '/v1/trade', headers }, body);
      const reply = recorder.body(connection, request, 'response').add(Buffer.from('{"timestamp":1767571200000}'));
      recorder.response(connection, request, { status: 200, headers: [['Set-Cookie', 'a=secret-token']] }, reply);
    });
    expect(lines.join('')).not.toContain('secret-token');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      { format: 'perpsim-recording', version: 1, ...ABOUT, wall: 1_700_000_000_000.25 },
      { kind: 'opened', wall: 1_700_000_000_000.5, connection: 1, peer: '127.0.0.1' },
      {
        kind: 'request',
        wall: 1_700_000_000_000.75,
        connection: 1,
        request: 1,
        method: 'POST',
        path: '/v1/trade',
        headers: [['Host', 'x']],
        withheld: ['Authorization', 'X-Control-Token'],
        text: '{"a":1}',
      },
      {
        kind: 'response',
        wall: 1_700_000_000_001,
        connection: 1,
        request: 1,
        status: 200,
        headers: [],
        withheld: ['Set-Cookie'],
        text: '{"timestamp":1767571200000}',
        time: 1_767_571_200_000,
      },
    ]);
  });

  test('a body of more than a mebibyte is written in pieces before its line', () => {
    const lines = recorded((recorder) => {
      const body = recorder.body(1, 1, 'response');
      for (let part = 0; part < 3; part += 1) body.add(Buffer.alloc(700_000, 'x'));
      recorder.response(1, 1, { status: 200, headers: [] }, body);
    });
    const [, first, second, response] = lines.map((line) => JSON.parse(line) as Record<string, string>);
    expect([first?.kind, first?.of, first?.text?.length]).toEqual(['piece', 'response', 1_400_000]);
    expect([second?.kind, second?.text?.length]).toEqual(['piece', 700_000]);
    expect(response).toMatchObject({ kind: 'response', pieces: 2 });
    expect(response).not.toHaveProperty('text');
  });

  test.each<[string, number[], object]>([
    ['text', [0x7b, 0x7d], { text: '{}' }],
    ['text with a byte order mark', [0xef, 0xbb, 0xbf, 0x41], { text: '\ufeffA' }],
    ['bytes that are not UTF-8', [0xff, 0x00], { base64: '/wA=' }],
    ['nothing', [], { text: '' }],
  ])('%s is kept exactly', (_what, bytes, content) => {
    expect(contentOf(Uint8Array.from(bytes))).toEqual(content);
    expect([...bytesOf(content)]).toEqual(bytes);
  });

  test.each<[string, number | undefined]>([
    ['{"timestamp":1767571200000,"status":200}', 1_767_571_200_000],
    ['{"from":1,"now":1767571203000}', 1_767_571_203_000],
    ['{"data":{"timestamp":1767571203000}}', undefined],
    ['{"timestamp":"1767571203000"}', undefined],
    ['{"timestamp":176757', undefined],
    ['no JSON', undefined],
  ])('the exchange time of %s is %s', (text, time) => {
    expect(timeIn({ text })).toBe(time);
  });
});

const HEADER = recorded(() => undefined)[0]!.trimEnd();
const FACT = '{"kind":"closed","wall":1,"connection":1}';

describe('a recording that is read', () => {
  test('gives its lines with their numbers', async () => {
    expect((await read([HEADER, FACT, '{"kind":"ended","wall":2}'])).map(({ kind, line }) => [kind, line])).toEqual([
      ['header', 1],
      ['fact', 2],
      ['fact', 3],
    ]);
  });

  test('may end with a line that a crash has cut off', async () => {
    expect((await read([HEADER, FACT, FACT.slice(0, -4)])).at(-1)).toEqual({ kind: 'torn', line: 3 });
  });

  test.each<[string, string[], string]>([
    ['nothing', [], 'line 1: the recording is empty'],
    ['another file', ['{"name":"perpsim"}'], 'line 1: is not the header of a perpsim recording'],
    [
      'a newer version',
      [HEADER.replace('"version":1', '"version":2')],
      'line 1: version 2 is not known here, this perpsim reads version 1',
    ],
    ['a broken line in the middle', [HEADER, FACT.slice(0, -4), FACT], 'line 2: is not JSON'],
    ['an unknown kind', [HEADER, '{"kind":"wish"}'], 'line 2: field "kind": there is no such line (got "wish")'],
    ['a line without its connection', [HEADER, '{"kind":"closed"}'], 'line 2: field "connection": takes a number'],
  ])('is refused with line and field for %s', async (_what, lines, message) => {
    await expect(read(lines)).rejects.toThrow(message);
  });
});
