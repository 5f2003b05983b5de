import { grouped, signedMoney, trend } from '../design/format.ts';
import { Heads, number } from '../design/heads.tsx';
import { accountName } from '../log/records.ts';
import { differences, type MomentRead, worths } from './moment-data.ts';

interface DifferencesParts {
  readonly left: MomentRead;
  readonly right: MomentRead;
}

/** Every figure in which two moments differ: account values as bars, then prices, the account with its positions and orders, and the book. */
export function Differences({ left, right }: DifferencesParts) {
  const found = differences(left, right);
  return (
    <>
      <WorthChart left={left} right={right} />
      {found.length === 0 ? (
        <p class="note">Account, orders, book and prices are equal.</p>
      ) : (
        <table class="grid" aria-label="Differences">
          <Heads of={['Figure', number('First'), number('Second'), number('Difference')]} />
          <tbody>
            {found.map((figure) => (
              <tr key={figure.name}>
                <th scope="row">{figure.name}</th>
                <td class="number">{grouped(figure.left)}</td>
                <td class="number">{grouped(figure.right)}</td>
                <td class={`number ${trend(figure.difference ?? 0)}`}>
                  {figure.difference === null ? '' : signed(figure.difference)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

const signed = (value: number): string => `${value > 0 ? '+' : ''}${grouped(String(Number(value.toFixed(8))))}`;

/** By how much each account is worth more or less, as bars to either side. */
function WorthChart({ left, right }: { readonly left: MomentRead; readonly right: MomentRead }) {
  const all = worths(left, right);
  const most = Math.max(...all.map(({ difference }) => Math.abs(difference ?? 0)), 0);
  if (most === 0) return <p class="note">Every dev account is worth the same on both sides.</p>;
  return (
    <figure class="worths">
      <figcaption>Account values: the second less the first</figcaption>
      <ul>
        {all
          .filter(({ difference }) => difference !== 0)
          .map(({ name, difference }) => (
            <li key={name}>
              <span>{accountName(name)}</span>
              <svg viewBox="-50 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                <rect
                  class={trend(difference ?? 0)}
                  x={Math.min(0, (50 * (difference ?? 0)) / most)}
                  y={1}
                  width={(50 * Math.abs(difference ?? 0)) / most}
                  height={8}
                />
                <line x1={0} x2={0} y1={0} y2={10} />
              </svg>
              <span class={`number ${trend(difference ?? 0)}`}>{signedMoney(difference ?? 0)}</span>
            </li>
          ))}
      </ul>
    </figure>
  );
}
