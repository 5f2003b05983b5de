@determinism @assumed @R-93
Feature: an exchange that starts with a past has one consistent past

  Rule: all figures of the first millisecond come from the same trades

    @clause:GETLASTTRADES @clause:GETMARKETPRICES @clause:GETCANDLES
    Scenario: the last trade, the last price and the last candle before the start show one price
      Given the world "default"
      When anyone asks getLastTrades:
        | symbol | BTC-USDT   |
        | limit  | number 100 |
      Then the response is ok with:
        | trades | <100 items> |
      And "trades[0].price" of the response is called "last"
      When anyone asks getMarketPrices
      Then the response is ok with:
        | BTC-USDT.lastPrice | {last} |
      When anyone asks getCandles:
        | symbol   | BTC-USDT |
        | interval | 1h       |
        | limit    | number 1 |
      Then the response is ok with:
        | candles[0].openTime   | number {now} |
        | candles[0].closePrice | {last}       |

    @clause:GETFUNDINGRATE @clause:GETFUNDINGRATEHISTORY
    Scenario: funding is settled on every hour of the past thirty days, last at the start
      Given the world "default"
      When anyone asks getFundingRate:
        | symbol | ETH-USDT |
      Then the response is ok with:
        | lastSettlementTime | number {now}       |
        | nextFundingTime    | number {now + 1 h} |
      And "lastSettlementRate" of the response is called "rate"
      When anyone asks getFundingRateHistory:
        | symbol    | ETH-USDT            |
        | startTime | number {now - 30 d} |
        | endTime   | number {now}        |
      Then the response is ok with:
        | fundingRates                  | <720 items>          |
        | fundingRates[0].fundingTime   | number {now}         |
        | fundingRates[0].fundingRate   | {rate}               |
        | fundingRates[1].fundingTime   | number {now - 1 h}   |
        | fundingRates[719].fundingTime | number {now - 719 h} |

    @clause:GETMARKETPRICES @clause:GETCANDLES
    Scenario: prevDayPrice is the close of the minute one day ago, before and after the start
      Given the world "default"
      When anyone asks getCandles:
        | symbol    | SOL-USDT           |
        | interval  | 1m                 |
        | startTime | number {now - 1 d} |
        | endTime   | number {now - 1 d} |
      Then "candles[0].closePrice" of the response is called "yesterday"
      When anyone asks getMarketPrices
      Then the response is ok with:
        | SOL-USDT.prevDayPrice | {yesterday} |
      When 5 minutes pass
      And anyone asks getCandles:
        | symbol    | SOL-USDT           |
        | interval  | 1m                 |
        | startTime | number {now - 1 d} |
        | endTime   | number {now - 1 d} |
      Then "candles[0].closePrice" of the response is called "five minutes later"
      When anyone asks getMarketPrices
      Then the response is ok with:
        | SOL-USDT.prevDayPrice | {five minutes later} |

    # The start is a Monday at midnight, and oil rests from Friday 22:00 on.
    @clause:GETCANDLES
    Scenario: candles of a session market that was closed before the start carry its last price without trades
      Given the world "default"
      When anyone asks getCandles:
        | symbol    | WTI-USDT            |
        | interval  | 1h                  |
        | startTime | number {now - 50 h} |
        | endTime   | number {now - 1 ms} |
      Then the response is ok with:
        | candles | <50 items> |
      And "candles[49].closePrice" of the response is called "resting price"
      And every item of "candles" of the response is:
        | volume     | 0               |
        | tradeCount | number 0        |
        | openPrice  | {resting price} |
        | closePrice | {resting price} |

  Rule: GET contracts agrees with the reads

    @clause:CONTRACT-FIELD-BASE-VOLUME @clause:CONTRACT-FIELD-TARGET-VOLUME @clause:CONTRACT-FIELD-LAST-PRICE @rest-only
    Scenario: GET contracts shows the volumes and the last price of getMarketPrices
      Given the world "default"
      When anyone asks getMarketPrices
      Then "BTC-USDT.volume24h" of the response is called "volume"
      And "BTC-USDT.quoteVolume24h" of the response is called "value"
      And "BTC-USDT.lastPrice" of the response is called "last"
      When anyone gets "/info/contracts"
      Then the response is 200 with:
        | [2].ticker_id     | BTC-USDT |
        | [2].base_volume   | {volume} |
        | [2].target_volume | {value}  |
        | [2].last_price    | {last}   |

  Rule: a world without a past starts empty

    @clause:GETLASTTRADES @clause:GETFUNDINGRATE @needs:worlds
    Scenario: the quiet world starts without trades and settlements
      Given the world "quiet"
      When anyone asks getLastTrades:
        | symbol | BTC-USDT |
      Then the response is ok with:
        | trades | <0 items> |
      When anyone asks getFundingRate:
        | symbol | BTC-USDT |
      Then the response is ok with:
        | lastSettlementTime | number 0 |
        | lastSettlementRate | 0        |
