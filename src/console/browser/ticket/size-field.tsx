import { useSignal } from '@preact/signals';
import type { Market } from '../../../client.ts';
import { money, sizeText } from '../design/format.ts';
import { Choices } from '../design/panel.tsx';
import type { Draft } from './draft.ts';
import { type FieldParts, TextField } from './fields.tsx';
import { wholeLots } from './room.ts';

interface SizeParts extends Omit<FieldParts<Draft>, 'name' | 'label'> {
  readonly market: Market;
  /** The price that the order would have. */
  readonly price: number;
  /** The most that the account can pay for; null where that is not known. */
  readonly most: string | null;
  /** The most that an order of this type may have. */
  readonly limit: string;
}

type Unit = 'base' | 'quote';

/** The size of an order: in the base or the quote asset, by hand or as a share of what the account can pay for. */
export function SizeField(props: SizeParts) {
  const { market, price, most, limit, draft, change, shown } = props;
  const unit = useSignal<Unit>('base');
  /** What was typed in the quote asset, and the quantity that it made: another one was set elsewhere since. */
  const typed = useSignal({ text: '', quantity: '' });
  if (!shown.has('quantity')) return null;
  const { baseAsset, quoteAsset } = market;
  const isQuote = unit.value === 'quote';
  const value = Number(draft.quantity) * price;
  const shownQuote =
    typed.value.quantity === draft.quantity && typed.value.text !== ''
      ? typed.value.text
      : value > 0
        ? value.toFixed(2)
        : '';
  const inQuote = (text: string): void => {
    const quantity = text === '' ? '' : price > 0 ? wholeLots(Number(text) / price, market) : text;
    typed.value = { text, quantity };
    change({ quantity });
  };
  const share = most !== null && Number(most) > 0 ? Math.min(100, (100 * Number(draft.quantity)) / Number(most)) : 0;
  return (
    <>
      <TextField
        {...props}
        {...(isQuote && {
          draft: { ...draft, quantity: shownQuote },
          change: ({ quantity = '' }: Partial<Draft>) => inQuote(quantity),
        })}
        name="quantity"
        label={`Quantity, ${isQuote ? quoteAsset : baseAsset}`}
        hint={isQuote ? (Number(market.minOrderSize) * price || 0).toFixed(2) : market.minOrderSize}
        limit={`${market.minOrderSize} to ${limit}`}
        tools={
          <Choices
            label="Unit of the quantity"
            options={['base', 'quote']}
            titles={{ base: baseAsset, quote: quoteAsset }}
            chosen={unit.value}
            choose={(chosen) => {
              unit.value = chosen;
            }}
          />
        }
      />
      {most === null ? null : (
        <div class="slider">
          <input
            type="range"
            min={0}
            max={100}
            step={1}
            aria-label="Share of the most that the account can pay for"
            aria-valuetext={`${Math.round(share)}%`}
            value={Math.round(share)}
            disabled={Number(most) === 0}
            onInput={(event) => {
              const part = Number(event.currentTarget.value);
              const quantity = part === 100 ? most : wholeLots((Number(most) * part) / 100, market);
              change({ quantity: quantity === '0' ? '' : quantity });
            }}
          />
          <output>{Math.round(share)}%</output>
          <small class="quiet">
            {isQuote || !(value > 0)
              ? `of at most ${sizeText(most, market)} ${baseAsset}`
              : `≈ ${money(value)} ${quoteAsset}`}
          </small>
        </div>
      )}
    </>
  );
}
