import { getCandles } from '../../../contract/actions/info/getCandles.ts';
import { fittingList, JsonText } from '../../../contract/json.ts';
import { RECORD_BYTES_MAX } from '../../../contract/views.ts';
import { readInfo } from '../read.ts';

/** What the response of getCandles is made of. */
export const getCandlesRead = readInfo(getCandles, ({ symbol, ...query }, { views }) => {
  // 5,000 of them take nearly as much as a response may have.
  const { text } = fittingList(views.candles({ symbol, ...query }).toReversed(), RECORD_BYTES_MAX);
  return new JsonText(`{"symbol":"${symbol}","interval":"${query.interval}","candles":${text}}`);
});
