@info
Feature: public figures of a market agree with each other, whatever it has come to
  Background:
    Given the world "quiet"

  Rule: the last price is the median of best bid, best ask and last trade

    @getMarketPrices @clause:GETMARKETPRICES @any-market @assumed
    Scenario: getMarketPrices shows no last price outside the best two of its market
      Given "trader" is long "{size}" of "{market}" against "other", high in the spread
      And "other" offers "{size}" of "{market}" inside the spread, low, at "ask"
      When anyone asks getMarketPrices
      Then every market of the response has its last price between its best two, or at one of them

  Rule: the value of a day is what was paid

    @aggregator @contracts @rest-only @clause:CONTRACT-FIELD-BASE-VOLUME @clause:CONTRACT-FIELD-TARGET-VOLUME @any-market @assumed
    Scenario: GET contracts shows the volumes that getMarketPrices shows, in base units and in value
      Given "trader" is long "{size}" of "{market}" against "other", low in the spread
      And "trader" is long "{size}" of "{market}" against "other", high in the spread
      When anyone gets "/info/contracts"
      Then getMarketPrices shows the same value for each contract of the body whose volume is the same

  Rule: candles hold together

    @getCandles @clause:GETCANDLES @assumed
    Scenario Outline: candles of one minute of the <market> have no gaps, and go on from the close before
      Given a past of 60 minutes
      When anyone asks getCandles:
        | symbol    | {<market>}             |
        | interval  | 1m                     |
        | startTime | number {minute - 60 m} |
      Then each candle of the response opens when the one before closes
      And each candle of the response without trades stands at the close of the one before
      And each candle of the response reaches from its lowest price to its highest

      Examples:
        | market         |
        | market         |
        | second market  |
        | third market   |
        | session market |
