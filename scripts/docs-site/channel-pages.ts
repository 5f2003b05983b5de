import type { Channel } from '../../src/contract/channel.ts';
import { ALL_CHANNELS } from '../../src/contract/channels.ts';
import { asyncApiDocument } from '../../src/contract/documents/asyncapi.ts';
import { recordedFrames } from '../../src/contract/documents/message-examples.ts';
import { rowsOf } from '../../src/contract/documents/schema-rows.ts';
import type { ShownStreams } from '../../src/contract/documents/stream-section.ts';
import { fieldTable } from './field-table.ts';
import { block, code, parts, plainText, table } from './markdown.ts';
import { laidOut } from '../docs/laid-out.ts';
import type { SitePage } from './page.ts';
import type { Proofs } from './proofs.ts';

/** One page for each channel, from the AsyncAPI document and from frames that an exchange has sent. */
export function channelPages(version: string, proofs: Proofs): SitePage[] {
  const document = asyncApiDocument({ version }) as unknown as ShownStreams;
  const { schemas } = document.components;
  return ALL_CHANNELS.map(({ name }) => {
    const channel = document['x-channels'].find((each) => each.name === name);
    if (!channel) throw new Error(`the AsyncAPI document lacks ${name}`);
    const { summary, access, endpoints, push, firstFrame, slowReader, cost, aliases } = channel;
    const data = schemas[channel.schemas.data] ?? {};
    const shapes = data.anyOf ?? [data];
    const frames = (message: string): string[] =>
      recordedFrames(`${name}${message}`).map((frame) => block('json', laidOut(frame)));
    const text = parts(
      `# ${name}`,
      plainText(summary),
      table(
        ['', ''],
        [
          ['Access', access === 'public' ? 'public' : 'private: after a login, for the subaccounts of the login'],
          ['Endpoints', endpoints.map((endpoint) => code(`/v1/ws/${endpoint}`)).join(', ')],
          [
            'Pushes say',
            `${code(`"method": "${push.method}"`)} and ${code(`"channel": "${push.channel}"`)}${olderName(push)}`,
          ],
          ['Other names', aliases.length === 0 ? 'none' : aliases.map(code).join(', ')],
          ['First frame', plainText(firstFrame)],
          ['Slow readers', plainText(slowReader)],
          ['Rate limit', `${cost} ${cost === 1 ? 'token' : 'tokens'} of the address for a subscription`],
        ],
      ),
      '## Subscribe',
      'Fields of `params`:',
      fieldTable(rowsOf(schemas[channel.schemas.params] ?? {})),
      ...frames('Subscribe'),
      'The acknowledgement:',
      ...frames('Subscribed'),
      '## Frames',
      fieldTable(rowsOf(schemas[channel.schemas.push] ?? {})),
      ...shapes.flatMap((shape, index) => [
        shapes.length === 1 ? 'Fields of `data`:' : `Fields of \`data\`, shape ${index + 1} of ${shapes.length}:`,
        fieldTable(rowsOf(shape, 'data.')),
      ]),
      '## Recorded frames',
      'Each of these was sent by an exchange.',
      ...frames('Push'),
      '## Unsubscribe',
      ...frames('Unsubscribe'),
      ...frames('Unsubscribed'),
      '## Scenarios of the suite',
      proofs.tagged(`@${name}`),
      'Login, order of frames, limits and close codes of all channels: [streaming](/guides/streaming).',
    );
    return {
      kind: 'channels',
      path: `channels/${name}`,
      name,
      group: access === 'public' ? 'Public' : 'Private',
      summary,
      text,
    } as const;
  });
}

/** The other value of `channel`, and the type words that get it (R-113). */
const olderName = ({ older }: Channel['push']): string =>
  older
    ? `, or ${code(`"channel": "${older.channel}"`)} after a subscription to ${older.words.map(code).join(', ')}`
    : '';
