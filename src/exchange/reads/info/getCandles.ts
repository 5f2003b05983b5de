import { getCandles } from '../../../contract/actions/info/getCandles.ts';
import { fittingList, JsonText } from '../../../contract/json-text.ts';
import { type CandleRow, RECORD_BYTES_MAX } from '../../../contract/views.ts';
import { readInfo } from '../read.ts';

function* newestFirst(rows: readonly CandleRow[]): Generator<CandleRow> {
  for (let place = rows.length - 1; place >= 0; place -= 1) yield rows[place] as CandleRow;
}

/** What the response of getCandles is made of. */
export const getCandlesRead = readInfo(getCandles, ({ symbol, ...query }, { views }) => {
  // 5,000 of them take nearly as much as a response may have.
  const { text } = fittingList(newestFirst(views.candles({ symbol, ...query })), RECORD_BYTES_MAX);
  return new JsonText(`{"symbol":"${symbol}","interval":"${query.interval}","candles":${text}}`);
});
