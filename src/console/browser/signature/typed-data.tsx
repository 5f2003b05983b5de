import { CopyButton, Panel } from '../design/panel.tsx';
import { linesOf, shows } from './document-lines.ts';
import type { Report } from './report.ts';

/** Shows what has to be signed, with its hashes and the member that differs. */
export function TypedData({ report }: { readonly report: Report }) {
  const { typedData, domainSeparator, digest, mistake } = report;
  const { domain, primaryType, message, types } = typedData;
  // What people get wrong comes first; the order of these members is no part of the hash.
  const lines = linesOf({ domain, primaryType, message, types });
  const first = mistake ? lines.find((line) => shows(line, mistake.field)) : undefined;
  return (
    <Panel
      title="What has to be signed"
      class="typed-data"
      tools={<CopyButton text={JSON.stringify(typedData)} what="the typed data for eth_signTypedData_v4" />}
    >
      <dl class="hashes">
        <Hash name="Domain separator" hex={domainSeparator} />
        <Hash name="Digest" hex={digest} />
      </dl>
      {/* A part that scrolls must be reachable by keys. */}
      <pre class="document" tabIndex={0} aria-label="Typed data">
        {lines.map((line, at) => {
          const isMarked = mistake !== null && shows(line, mistake.field);
          return (
            // The lines of a report never move.
            <span key={at} class={isMarked ? 'line marked' : 'line'}>
              {'  '.repeat(line.depth)}
              {line.text}
              {line === first && <em> ← the wallet signed {mistake?.signed}</em>}
              {'\n'}
            </span>
          );
        })}
      </pre>
    </Panel>
  );
}

const Hash = ({ name, hex }: { readonly name: string; readonly hex: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <code>{hex}</code>
      <CopyButton text={hex} what={`the ${name.toLowerCase()}`} />
    </dd>
  </div>
);
