/** Frames that an exchange really took and sent, by the name of their message. Written by `npm run docs:pages -- frames`. */
export const EXAMPLE_FRAMES: Readonly<Record<string, readonly string[]>> = {
  authFlat: [
    '{"id":"1","method":"auth","params":{"subAccountId":"1867542890123456789","timestamp":1767571200000,"action":"websocketAuth","signature":{"r":"0xad85c2ff3fecb8b519daee83faabce4220185c72eeb901f6e55ccdbd3af37c86","s":"0x1e0a666ce27c0e36b926757151407519eb2b4a0349de698239bbf2f6e06bb33c","v":27}}}',
  ],
  auth: [
    '{"id":"2","method":"auth","params":{"message":"{\\"types\\":{\\"EIP712Domain\\":[{\\"name\\":\\"name\\",\\"type\\":\\"string\\"},{\\"name\\":\\"version\\",\\"type\\":\\"string\\"},{\\"name\\":\\"chainId\\",\\"type\\":\\"uint256\\"},{\\"name\\":\\"verifyingContract\\",\\"type\\":\\"address\\"}],\\"AuthMessage\\":[{\\"name\\":\\"subAccountId\\",\\"type\\":\\"uint256\\"},{\\"name\\":\\"timestamp\\",\\"type\\":\\"uint256\\"},{\\"name\\":\\"action\\",\\"type\\":\\"string\\"}]},\\"primaryType\\":\\"AuthMessage\\",\\"domain\\":{\\"name\\":\\"PerpSim\\",\\"version\\":\\"1\\",\\"chainId\\":1,\\"verifyingContract\\":\\"0x0000000000000000000000000000000000000000\\"},\\"message\\":{\\"subAccountId\\":\\"1867542890123456789\\",\\"timestamp\\":1767571200001,\\"action\\":\\"websocket_auth\\"}}","signature":"0xa8431a658809384d3e397ef08ff66492bd4a6141e8ba6186fd6d94ee92c76b3e57a7df09ae2cd489bff97bfc59df9f739423f775d68578637f1e3de371af393b1c"}}',
  ],
  authReply: [
    '{"id":"2","requestId":"2","status":200,"timestamp":1767571200000,"result":{"status":"ok","response":{"authenticated":true,"address":"0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266","subAccountId":"1867542890123456789"}}}',
  ],
  ping: ['{"id":"3","method":"ping","params":{}}'],
  pong: [
    '{"id":"3","requestId":"3","status":200,"timestamp":1767571200000,"result":{"status":"ok","response":"pong"},"method":"pong"}',
  ],
  pingBare: ['{"method":"ping"}'],
  pongBare: ['{"method":"pong","timestamp":1767571200000}'],
  pingTyped: ['{"type":"ping","timestamp":1}'],
  pongTyped: ['{"type":"pong","timestamp":1}'],
  getMidsPost: ['{"id":"4","method":"post","params":{"action":"getMids"}}'],
  getMidsReply: [
    '{"id":"4","requestId":"4","status":200,"timestamp":1767571200000,"result":{"status":"ok","response":{"BTC-USDT":"95000","ETH-USDT":"3300.0","SOL-USDT":"190.00","XRP-USDT":"2.3000","BNB-USDT":"690.0","HYPE-USDT":"25.000","AVAX-USDT":"38.000","SUI-USDT":"4.2000","WTI-USDT":"72.00"}}}',
  ],
  getPositionsPost: [
    '{"id":"5","method":"post","params":{"action":"getPositions","subAccountId":"1867542890123456789"}}',
  ],
  getPositionsReply: [
    '{"id":"5","requestId":"5","status":200,"timestamp":1767571200000,"rateLimit":{"requestsCap":1200,"remainingTokens":1190},"result":{"status":"ok","response":[]}}',
  ],
  refusal: [
    '{"id":"6","requestId":"6","status":400,"timestamp":1767571200000,"error":{"code":"VALIDATION_ERROR","message":"unknown subscription type","details":{"types":"marketPrices, trades, orderbook, candles, liquidations, subAccountUpdates"},"category":"REQUEST","retryable":false},"result":{"error":{"code":"VALIDATION_ERROR","message":"unknown subscription type","details":{"types":"marketPrices, trades, orderbook, candles, liquidations, subAccountUpdates"},"category":"REQUEST","retryable":false}}}',
  ],
  marketPricesSubscribe: ['{"id":"7","method":"subscribe","params":{"type":"marketPrices","symbol":"BTC-USDT"}}'],
  marketPricesSubscribed: [
    '{"id":"7","requestId":"7","status":200,"timestamp":1767571200000,"result":{"type":"marketPrices","symbol":"BTC-USDT","status":"subscribed"}}',
  ],
  tradesSubscribe: ['{"id":"8","method":"subscribe","params":{"type":"trades","symbol":"BTC-USDT"}}'],
  tradesSubscribed: [
    '{"id":"8","requestId":"8","status":200,"timestamp":1767571200000,"result":{"type":"trades","symbol":"BTC-USDT","status":"subscribed"}}',
  ],
  orderbookSubscribe: ['{"id":"9","method":"subscribe","params":{"type":"orderbook","symbol":"BTC-USDT","depth":10}}'],
  orderbookSubscribed: [
    '{"id":"9","requestId":"9","status":200,"timestamp":1767571200000,"result":{"type":"orderbook","symbol":"BTC-USDT","depth":10,"format":"diff","updateFrequencyMs":250,"status":"subscribed"}}',
  ],
  orderbookPush: [
    '{"method":"orderbook_depth_update","channel":"orderbookUpdate","timestamp":1767571200000,"type":"snapshot","meseq":460,"checksum":"b3d9cc76","data":{"symbol":"BTC-USDT","bids":[{"price":"94990","quantity":"1"},{"price":"94980","quantity":"1"},{"price":"94970","quantity":"1"},{"price":"94960","quantity":"1"},{"price":"94950","quantity":"1"},{"price":"94940","quantity":"1"},{"price":"94930","quantity":"1"},{"price":"94920","quantity":"1"},{"price":"94910","quantity":"1"},{"price":"94900","quantity":"1"}],"asks":[{"price":"95010","quantity":"1"},{"price":"95020","quantity":"1"},{"price":"95030","quantity":"1"},{"price":"95040","quantity":"1"},{"price":"95050","quantity":"1"},{"price":"95060","quantity":"1"},{"price":"95070","quantity":"1"},{"price":"95080","quantity":"1"},{"price":"95090","quantity":"1"},{"price":"95100","quantity":"1"}]}}',
    '{"method":"orderbook_depth_update","channel":"orderbookUpdate","timestamp":1767571200250,"type":"diff","meseq":487,"prevMeseq":460,"checksum":"21455609","data":{"symbol":"BTC-USDT","bids":[{"price":"94990","quantity":"0.8"}],"asks":[{"price":"95005","quantity":"0.05"},{"price":"95100","quantity":"0"}]}}',
  ],
  candlesSubscribe: [
    '{"id":"10","method":"subscribe","params":{"type":"candles","symbol":"BTC-USDT","timeframe":"1m"}}',
  ],
  candlesSubscribed: [
    '{"id":"10","requestId":"10","status":200,"timestamp":1767571200000,"result":{"type":"candles","symbol":"BTC-USDT","timeframe":"1m","status":"subscribed"}}',
  ],
  liquidationsSubscribe: ['{"id":"11","method":"subscribe","params":{"type":"liquidations","symbol":"BTC-USDT"}}'],
  liquidationsSubscribed: [
    '{"id":"11","requestId":"11","status":200,"timestamp":1767571200000,"result":{"type":"liquidations","symbol":"BTC-USDT","status":"subscribed"}}',
  ],
  subAccountUpdatesSubscribe: [
    '{"id":"12","method":"subscribe","params":{"type":"subAccountUpdates","sub_account_id":"1867542890123456789"}}',
  ],
  subAccountUpdatesSubscribed: [
    '{"id":"12","requestId":"12","status":200,"timestamp":1767571200000,"result":{"type":"subAccountUpdates","sub_account_id":"1867542890123456789","subAccountId":"1867542890123456789","status":"subscribed"}}',
  ],
  placeOrdersPost: [
    '{"id":"13","method":"post","params":{"action":"placeOrders","subAccountId":"1867542890123456789","orders":[{"symbol":"BTC-USDT","side":"sell","orderType":"limitGtc","price":"95005","quantity":"0.1"}],"nonce":1767571200001,"signature":{"r":"0x00db0bbd608c3153607feb594543a1b3ed17e372c874494d104df834a01d3d15","s":"0x2ae0756d32e6adda33b72a0f3fb6a24b4f03efe3253c53c9a4d3aa4e2862b04f","v":27}}}',
  ],
  marketPricesPush: [
    '{"method":"market_price_update","channel":"marketPriceUpdate","timestamp":1767571200000,"data":{"symbol":"BTC-USDT","updateType":"mid","price":"94997.5","lastUpdateTime":"2026-01-05T00:00:00.000Z","markPrice":"95000","indexPrice":"95000","lastPrice":"95000","bestBid":"94990","bestAsk":"95005","bid":"94990","ask":"95005","volume24h":"0","quoteVolume24h":"0","prevDayPrice":"0","high24h":"0","low24h":"0","priceChange24h":"0","fundingRate":"0.0000125","nextFundingTime":1767574800000,"openInterest":"0","timestamp":1767571200000,"tsMs":1767571200000}}',
    '{"method":"market_price_update","channel":"marketPriceUpdate","timestamp":1767571200000,"data":{"symbol":"BTC-USDT","updateType":"last","price":"95005","lastUpdateTime":"2026-01-05T00:00:00.000Z","markPrice":"95000","indexPrice":"95000","lastPrice":"95005","bestBid":"94990","bestAsk":"95005","bid":"94990","ask":"95005","volume24h":"0.05","quoteVolume24h":"4750.25","prevDayPrice":"95005","high24h":"95005","low24h":"95005","priceChange24h":"0","fundingRate":"0.0000125","nextFundingTime":1767574800000,"openInterest":"0.1","timestamp":1767571200000,"tsMs":1767571200000}}',
    '{"method":"market_price_update","channel":"marketPriceUpdate","timestamp":1767571204000,"data":{"symbol":"BTC-USDT","updateType":"mark","price":"94999","lastUpdateTime":"2026-01-05T00:00:04.000Z","markPrice":"94999","indexPrice":"95000","lastPrice":"94990","bestBid":"94990","bestAsk":"95005","bid":"94990","ask":"95005","volume24h":"0.25","quoteVolume24h":"23748.25","prevDayPrice":"95005","high24h":"95005","low24h":"94990","priceChange24h":"-15","fundingRate":"0.0000125","nextFundingTime":1767574800000,"openInterest":"0.5","timestamp":1767571204000,"tsMs":1767571204000}}',
    '{"method":"market_price_update","channel":"marketPriceUpdate","timestamp":1767574800000,"data":{"symbol":"BTC-USDT","updateType":"index","price":"91000","lastUpdateTime":"2026-01-05T01:00:00.000Z","markPrice":"90998","indexPrice":"91000","lastPrice":"95060","bestBid":"94990","bestAsk":"95070","bid":"94990","ask":"95070","volume24h":"6.25","quoteVolume24h":"593958.25","prevDayPrice":"95005","high24h":"95060","low24h":"94990","priceChange24h":"55","fundingRate":"0.0000125","nextFundingTime":1767578400000,"openInterest":"11.6","timestamp":1767574800000,"tsMs":1767574800000}}',
  ],
  placeOrdersReply: [
    '{"id":"13","requestId":"13","status":200,"timestamp":1767571200000,"rateLimit":{"requestsCap":1200,"remainingTokens":1185},"result":{"status":"ok","response":{"statuses":[{"resting":{"order":{"venueId":"1948058938469519720","clientId":""},"id":"1948058938469519720"}}]}}}',
  ],
  subAccountUpdatesPush: [
    '{"method":"subAccountEvent","channel":"subAccountUpdate","timestamp":1767571200000,"meseq":463,"met":"1767571200000000","data":{"eventType":"orderPlaced","subAccountId":"1867542890123456789","order":{"venueId":"1948058938469519720","clientId":""},"orderId":"1948058938469519720","symbol":"BTC-USDT","timestamp":1767571200000,"side":"sell","orderType":"limit","price":"95005","quantity":"0.1","filledQuantity":"0","remainingQuantity":"0.1","status":"open","created_at":1767571200000,"createdAt":1767571200000}}',
    '{"method":"subAccountEvent","channel":"subAccountUpdate","timestamp":1767571200000,"data":{"eventType":"marginUpdate","subAccountId":"1867542890123456789","timestamp":1767571200000,"crossMarginSummary":{"accountValue":"1161000.00","availableMargin":"1152000.00","totalUnrealizedPnl":"0.00","maintenanceMargin":"0.00","initialMargin":"950.00","withdrawable":"1000000.00","adjustedAccountValue":"1152950.00","debt":"0.00"},"collaterals":[],"positions":[]}}',
    '{"method":"subAccountEvent","channel":"subAccountUpdate","timestamp":1767571200000,"meseq":468,"met":"1767571200000000","data":{"eventType":"orderModified","subAccountId":"1867542890123456789","order":{"venueId":"1948058938469519721","clientId":"my-order-1"},"orderId":"1948058938469519721","symbol":"BTC-USDT","timestamp":1767571200000,"side":"buy","orderType":"limit","price":"94010","quantity":"0.1","filledQuantity":"0","remainingQuantity":"0.1","status":"open","created_at":1767571200000,"createdAt":1767571200000,"clientOrderId":"my-order-1"}}',
    '{"method":"subAccountEvent","channel":"subAccountUpdate","timestamp":1767571200000,"meseq":470,"met":"1767571200000000","data":{"eventType":"orderCancelled","subAccountId":"1867542890123456789","order":{"venueId":"1948058938469519721","clientId":"my-order-1"},"orderId":"1948058938469519721","symbol":"BTC-USDT","timestamp":1767571200000,"side":"buy","orderType":"limit","price":"94010","quantity":"0.1","filledQuantity":"0","remainingQuantity":"0.1","status":"cancelled","created_at":1767571200000,"createdAt":1767571200000,"clientOrderId":"my-order-1"}}',
    '{"method":"subAccountEvent","channel":"subAccountUpdate","timestamp":1767571200000,"provenanceMissing":true,"data":{"eventType":"orderRejected","subAccountId":"1867542890123456789","order":{"venueId":"","clientId":""},"orderId":"","symbol":"BTC-USDT","timestamp":1767571200000,"side":"buy","orderType":"limit","price":"95005","quantity":"900000","filledQuantity":"0","remainingQuantity":"900000","status":"rejected","created_at":1767571200000,"createdAt":1767571200000,"errorCode":"INVALID_VALUE","error":"invalid quantity"}}',
    '{"method":"subAccountEvent","channel":"subAccountUpdate","timestamp":1767571200000,"meseq":474,"met":"1767571200000000","data":{"eventType":"trade","subAccountId":"1867542890123456789","tradeId":"1","order":{"venueId":"1948058938469519720","clientId":""},"orderId":"1948058938469519720","orderType":"limit","symbol":"BTC-USDT","side":"sell","direction":"open short","price":"95005","quantity":"0.05","realizedPnl":"0","fee":"0.95005","feeRate":"0.0002","markPrice":"95000","entryPrice":"95005.00","timestamp":1767571200000,"maker":true,"reduceOnly":false,"postOnly":false,"triggeredByLiquidation":false,"position":{"adlBucket":1,"positionId":"1","subAccountId":"1867542890123456789","symbol":"BTC-USDT","side":"short","entryPrice":"95005.00","quantity":"0.05","usedMargin":"475.00","maintenanceMargin":"23.75","liquidationPrice":"22974244","realizedPnl":"0","unrealizedPnl":"0.25","status":"open","netFunding":"0","takeProfitOrders":[],"stopLossOrders":[],"takeProfitOrderIds":[],"stopLossOrderIds":[],"updatedAt":1767571200000,"createdAt":1767571200000}}}',
    '{"method":"subAccountEvent","channel":"subAccountUpdate","timestamp":1767571200000,"meseq":474,"met":"1767571200000000","data":{"eventType":"orderPartiallyFilled","subAccountId":"1867542890123456789","order":{"venueId":"1948058938469519720","clientId":""},"orderId":"1948058938469519720","symbol":"BTC-USDT","timestamp":1767571200000,"side":"sell","orderType":"limit","price":"95005","quantity":"0.1","filledQuantity":"0.05","remainingQuantity":"0.05","status":"partially_filled","created_at":1767571200000,"createdAt":1767571200000}}',
    '{"method":"subAccountEvent","channel":"subAccountUpdate","timestamp":1767571200000,"meseq":477,"met":"1767571200000000","data":{"eventType":"orderFilled","subAccountId":"1867542890123456789","order":{"venueId":"1948058938469519723","clientId":""},"orderId":"1948058938469519723","symbol":"BTC-USDT","timestamp":1767571200000,"side":"sell","orderType":"market","price":"","quantity":"0.2","filledQuantity":"0.2","remainingQuantity":"0","status":"filled","created_at":1767571200000,"createdAt":1767571200000}}',
    '{"method":"subAccountEvent","channel":"subAccountUpdate","timestamp":1767571200000,"data":{"eventType":"delegationAdded","subAccountId":"1867542890123456789","delegateAddress":"0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC","permissions":["session"],"addedBy":"0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266","addedAt":1767571200000}}',
    '{"method":"subAccountEvent","channel":"subAccountUpdate","timestamp":1767571200000,"data":{"eventType":"delegationRevoked","subAccountId":"1867542890123456789","delegateAddress":"0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC","revokedAt":1767571200000}}',
    '{"method":"subAccountEvent","channel":"subAccountUpdate","timestamp":1767571200000,"data":{"eventType":"withdrawal","subAccountId":"1867542890123456789","requestId":"5559b0f164e8484e","symbol":"USDT","amount":"100","destination":"0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266","fee":"5","timestamp":1767571200000}}',
    '{"method":"subAccountEvent","channel":"subAccountUpdate","timestamp":1767571200000,"data":{"eventType":"withdrawalStatus","subAccountId":"1867542890123456789","requestId":"5559b0f164e8484e","status":"created","timestamp":1767571200000}}',
    '{"method":"subAccountEvent","channel":"subAccountUpdate","timestamp":1767571200000,"data":{"eventType":"collateralExchange","subAccountId":"1867542890123456789","type":"voluntary","fromCollateral":"WETH","toCollateral":"USDT","fromQuantity":"0.31897927","toQuantity":"1000","fee":"0","timestamp":1767571200000}}',
    '{"method":"subAccountEvent","channel":"subAccountUpdate","timestamp":1767571200000,"data":{"eventType":"depositReceived","subAccountId":"1867542890123456789","collateral":"USDT","quantity":"500","txHash":"0xe8a7412878ccb8036ff9ed78745d0160c2d865cd333658072c2db7a8bc523589","timestamp":1767571200000}}',
    '{"method":"subAccountEvent","channel":"subAccountUpdate","timestamp":1767571200000,"data":{"eventType":"depositCredited","subAccountId":"1867542890123456789","collateral":"USDT","quantity":"500","txHash":"0xe8a7412878ccb8036ff9ed78745d0160c2d865cd333658072c2db7a8bc523589","timestamp":1767571200000}}',
    '{"method":"subAccountEvent","channel":"subAccountUpdate","timestamp":1767574800000,"data":{"eventType":"funding","subAccountId":"1867542890123456789","timestamp":1767574800000,"symbol":"BTC-USDT","positionSize":"-0.25","fundingRate":"0.0000125","payment":"0.296875","indexPrice":"95000"}}',
    '{"method":"subAccountEvent","channel":"subAccountUpdate","timestamp":1767574825000,"meseq":820,"met":"1767574825000000","data":{"eventType":"liquidation","subAccountId":"1867542890123456789","timestamp":1767574825000,"symbol":"BTC-USDT","side":"sell","price":"84400","quantity":"5.75","leverage":20,"tradeId":"9","reason":"RMR_BREACH"}}',
    '{"method":"subAccountEvent","channel":"subAccountUpdate","timestamp":1767574825000,"data":{"eventType":"subAccountTakeover","subAccountId":"1867542890123456789","timestamp":1767574825000,"collaterals":[{"symbol":"USDT","quantity":"-30057.007175"},{"symbol":"WETH","quantity":"0.68102073"}],"positions":[{"symbol":"BTC-USDT","side":"sell","quantity":"5.75","price":"84400"}]}}',
  ],
  tradesPush: [
    '{"method":"trade","channel":"trade","timestamp":1767571200000,"meseq":474,"met":"1767571200000000","data":{"tradeId":"1","symbol":"BTC-USDT","side":"buy","price":"95005","quantity":"0.05","timestamp":1767571200000,"tsMs":1767571200000,"isMaker":false,"isTaker":true}}',
  ],
  candlesPush: [
    '{"method":"candle_update","channel":"candleUpdate","timestamp":1767571200000,"data":{"symbol":"BTC-USDT","timeframe":"1m","open_price":"95005","high_price":"95005","low_price":"95005","close_price":"95005","volume":"0.05","quote_volume":"4750.25","trade_count":1,"open_time":"2026-01-05T00:00:00.000Z","close_time":"2026-01-05T00:00:59.999Z","openTime":1767571200000,"closeTime":1767571259999,"open":"95005","high":"95005","low":"95005","close":"95005","closed":false}}',
    '{"method":"candle_update","channel":"candleUpdate","timestamp":1767571260000,"data":{"symbol":"BTC-USDT","timeframe":"1m","open_price":"95005","high_price":"95005","low_price":"94990","close_price":"94990","volume":"0.25","quote_volume":"23748.25","trade_count":2,"open_time":"2026-01-05T00:00:00.000Z","close_time":"2026-01-05T00:00:59.999Z","openTime":1767571200000,"closeTime":1767571259999,"open":"95005","high":"95005","low":"94990","close":"94990","closed":true}}',
  ],
  liquidationsPush: [
    '{"method":"liquidation","channel":"liquidation","timestamp":1767574825000,"meseq":820,"met":"1767574825000000","data":{"eventId":"9","symbol":"BTC-USDT","market":"BTC-USDT","side":"sell","size":"5.75","liquidationPrice":"84400","stage":"vault","timestamp":1767574825000,"tsMs":1767574825000}}',
  ],
  marketPricesUnsubscribe: ['{"id":"29","method":"unsubscribe","params":{"type":"marketPrices","symbol":"BTC-USDT"}}'],
  marketPricesUnsubscribed: [
    '{"id":"29","requestId":"29","status":200,"timestamp":1767574830000,"result":{"type":"marketPrices","symbol":"BTC-USDT","status":"unsubscribed"}}',
  ],
  tradesUnsubscribe: ['{"id":"30","method":"unsubscribe","params":{"type":"trades","symbol":"BTC-USDT"}}'],
  tradesUnsubscribed: [
    '{"id":"30","requestId":"30","status":200,"timestamp":1767574830000,"result":{"type":"trades","symbol":"BTC-USDT","status":"unsubscribed"}}',
  ],
  orderbookUnsubscribe: ['{"id":"31","method":"unsubscribe","params":{"type":"orderbook","symbol":"BTC-USDT"}}'],
  orderbookUnsubscribed: [
    '{"id":"31","requestId":"31","status":200,"timestamp":1767574830000,"result":{"type":"orderbook","symbol":"BTC-USDT","status":"unsubscribed"}}',
  ],
  candlesUnsubscribe: ['{"id":"32","method":"unsubscribe","params":{"type":"candles","symbol":"BTC-USDT"}}'],
  candlesUnsubscribed: [
    '{"id":"32","requestId":"32","status":200,"timestamp":1767574830000,"result":{"type":"candles","symbol":"BTC-USDT","status":"unsubscribed"}}',
  ],
  liquidationsUnsubscribe: ['{"id":"33","method":"unsubscribe","params":{"type":"liquidations","symbol":"BTC-USDT"}}'],
  liquidationsUnsubscribed: [
    '{"id":"33","requestId":"33","status":200,"timestamp":1767574830000,"result":{"type":"liquidations","symbol":"BTC-USDT","status":"unsubscribed"}}',
  ],
  subAccountUpdatesUnsubscribe: [
    '{"id":"34","method":"unsubscribe","params":{"type":"subAccountUpdates","sub_account_id":"1867542890123456789"}}',
  ],
  subAccountUpdatesUnsubscribed: [
    '{"id":"34","requestId":"34","status":200,"timestamp":1767574830000,"result":{"type":"subAccountUpdates","status":"unsubscribed"}}',
  ],
};
