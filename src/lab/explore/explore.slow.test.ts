import { describe, expect, it } from 'vitest';
import { explore, type ExploreOptions } from './explore.ts';
import type { HttpCall, PartyResponse } from './parties/party.ts';
import { ReferenceParty } from './parties/reference-party.ts';

/** An exchange whose responses are rewritten, and that notes what it was sent. */
class WrongParty extends ReferenceParty {
  readonly sent: string[] = [];
  readonly #rewrite: (text: string, call: HttpCall) => string;

  constructor(rewrite: (text: string, call: HttpCall) => string = (text) => text) {
    super('PerpSim');
    this.#rewrite = rewrite;
  }

  override async send(call: HttpCall): Promise<PartyResponse> {
    const received = await super.send(call);
    this.sent.push(`${call.method} ${call.path} ${call.body ?? ''}`);
    return { ...received, text: this.#rewrite(received.text, call) };
  }
}

const options = (target: WrongParty, more: Partial<ExploreOptions> = {}): ExploreOptions => ({
  target,
  reference: new ReferenceParty('PerpSim'),
  world: 'quiet',
  seed: '5',
  commands: 120,
  untilFound: 1,
  accounts: 3,
  shrinks: true,
  signal: new AbortController().signal,
  onProgress: () => undefined,
  ...more,
});

describe('explore', () => {
  it('finds no difference between two exchanges of this package', async () => {
    const { commands, differences, wasStopped } = await explore(options(new WrongParty(), { commands: 100 }));
    expect({ commands, differences, wasStopped }).toEqual({ commands: 100, differences: [], wasStopped: false });
  });

  it('sends equal sequences for equal seeds, and other ones for another seed', async () => {
    const sentOf = async (seed: string): Promise<readonly string[]> => {
      const party = new WrongParty();
      await explore(options(party, { seed, commands: 15 }));
      return party.sent;
    };
    const [first, second, other] = [await sentOf('5'), await sentOf('5'), await sentOf('6')];
    expect(first.length).toBeGreaterThan(30);
    expect(second).toEqual(first);
    expect(other).not.toEqual(first);
  });

  it('finds a wrong figure and shrinks the sequence to the one command that shows it', async () => {
    const party = new WrongParty((text) => text.replace('"code":"VALIDATION_ERROR"', '"code":"INVALID"'));
    const { differences } = await explore(options(party, { commands: 400 }));
    expect(differences).toHaveLength(1);
    const [found] = differences;
    expect(found?.first.path).toBe('error.code');
    expect(found?.first.reference).toBe('VALIDATION_ERROR');
    expect(found?.shrunk?.steps).toHaveLength(1);
    expect(found?.shrunk?.isMinimal).toBe(true);
    expect(found?.shrunk?.difference).toMatchObject({ index: 0, target: 'INVALID', reference: 'VALIDATION_ERROR' });
  });

  it('keeps the commands that a difference needs, with references to their results', async () => {
    // A trade that was made as maker is charged as taker.
    const party = new WrongParty((text, { body }) =>
      body?.includes('"getTrades"') === true ? text.replace('"maker":true', '"maker":false') : text,
    );
    const { differences } = await explore(options(party, { commands: 400 }));
    const [found] = differences;
    expect(found?.first.path).toMatch(/^response\.trades\[\d+\]\.maker$/);
    const actions = found?.shrunk?.steps.map(({ command }) => ('action' in command ? command.action : command.kind));
    expect(actions?.at(-1)).toBe('getTrades');
    expect(actions?.length).toBeLessThanOrEqual(4);
    expect(actions?.length).toBeGreaterThanOrEqual(3);
  });

  it('ends with what was compared when it is stopped', async () => {
    const stop = new AbortController();
    const onProgress: ExploreOptions['onProgress'] = ({ commands }) => {
      if (commands === 10) stop.abort();
    };
    const { commands, wasStopped } = await explore(options(new WrongParty(), { signal: stop.signal, onProgress }));
    expect(commands).toBe(10);
    expect(wasStopped).toBe(true);
  });
});
