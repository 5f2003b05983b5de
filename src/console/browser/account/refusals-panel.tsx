import type { ShortRefusal } from '../../../exchange/why/explanation.ts';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type Session, accountEvents } from '../data/account.ts';
import { readRefusals, whyRefused } from '../data/refusals.ts';
import { signedRequests } from '../data/signed-requests.ts';
import { timeOfDay } from '../design/format.ts';
import { Heads, spoken } from '../design/heads.tsx';
import { Empty, Panel } from '../design/panel.tsx';

const READ_EVERY_MS = 3_000;

/** Lists the refusals of the account, whoever asked for it: a sentence and the fix for each, with the way to the arithmetic. */
export function RefusalsPanel({ session }: { readonly session: Session }) {
  const lines = useSignal<readonly ShortRefusal[] | null>(null);
  const isKnown = useSignal(true);
  const { subAccountId } = session;
  const sent = signedRequests.value;
  const events = accountEvents.value;
  useEffect(() => {
    const read = (): void =>
      void readRefusals(subAccountId).then((found) => {
        isKnown.value = found !== null;
        lines.value = found;
      });
    const first = setTimeout(read, 200);
    // A program may act for the account too.
    const timer = setInterval(read, READ_EVERY_MS);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [subAccountId, sent, events, lines, isKnown]);
  return (
    <Panel title={lines.value ? `Refusals (${lines.value.length})` : 'Refusals'} class="refusals">
      {lines.value && lines.value.length > 0 ? (
        <RefusalTable lines={lines.value} />
      ) : (
        <Empty>
          {isKnown.value
            ? lines.value
              ? 'Nothing was refused to this account.'
              : 'Reading the refusals…'
            : 'Only the control plane lists refusals, and it does not respond here.'}
        </Empty>
      )}
    </Panel>
  );
}

/** Refusals as a table: when, what, the sentence, and the way to the arithmetic. */
export function RefusalTable({ lines }: { readonly lines: readonly ShortRefusal[] }) {
  return (
    <table class="grid">
      <Heads of={['Time', 'Action', 'Code', 'What was wrong, and what to do', spoken('Explanation')]} />
      <tbody>
        {lines.map((line) => (
          <tr key={`${line.requestId} ${line.item ?? ''}`}>
            <td>{timeOfDay(line.at)}</td>
            <td>
              {line.action ?? '–'}
              {line.item === null ? '' : `, item ${line.item}`}
            </td>
            <td>
              <code>{line.code}</code>
            </td>
            <td>{line.said}</td>
            <td class="number">
              <a class="button small" href={whyRefused(line)} aria-label={`Why: ${line.said}`}>
                Why?
              </a>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
