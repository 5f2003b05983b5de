@risk @worked-example
Feature: the worked examples of docs/risk.md show prices, funding and fees
  # Each scenario stands word for word in the book, which works its figures out step by step.

  Rule: the mark follows the index at once and the book slowly

    @clause:GETMARKETPRICES @assumed
    Scenario: the mark rises in two seconds towards a book above the index
      Given the world "bare"
      And "other" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | BTC-USDT | buy  | 95000 | 1        |
        | ask  | BTC-USDT | sell | 95062 | 1        |
      And 1 s pass
      When anyone asks getMarketPrices
      Then the response is ok with:
        | BTC-USDT.markPrice | 95002 |
      Given 1 s pass
      When anyone asks getMarketPrices
      Then the response is ok with:
        | BTC-USDT.markPrice | 95004 |

    @clause:GETMARKETPRICES @assumed
    Scenario: the mark stays within 5 % of the index
      Given the world "quiet"
      And the index of "BTC-USDT" is "90000"
      And 60 s pass
      When anyone asks getMarketPrices
      Then the response is ok with:
        | BTC-USDT.indexPrice | 90000 |
        | BTC-USDT.markPrice  | 94500 |

    @clause:STATE-POSITION-CLOSE @clause:PLACEORDERS-STATUS-OTHER @assumed @R-60
    Scenario: a market whose feed has stopped accepts only orders that reduce
      Given the world "bare"
      And "owner" also owns the subaccount "account"
      And "account" receives "2500" USDT
      And "account" is long "100" SOL-USDT at "190" against "other"
      And the price feed of "SOL-USDT" stops
      And 60 s pass
      When "account" places:
        | symbol   | side | price | quantity |
        | SOL-USDT | buy  | 189   | 1        |
      Then item 0 is refused with MARKET_CLOSED "index price is stale, only orders that reduce a position are accepted"
      When "account" places:
        | symbol   | side | price | quantity | reduceOnly |
        | SOL-USDT | sell | 191   | 100      | true       |
      Then the response is ok with:
        | statuses[0].errorCode | <absent> |

  Rule: funding is settled every hour

    @clause:GETFUNDINGPAYMENTS @assumed
    Scenario: a premium of 0.002 for an hour makes the long pay the short
      Given the world "bare"
      And "trader" is long "1" BTC-USDT at "95000" against "other"
      And "maker" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | BTC-USDT | buy  | 95180 | 1        |
        | ask  | BTC-USDT | sell | 95200 | 1        |
      And the mark of "BTC-USDT" is "95190"
      When 1 hours pass
      Then these facts changed, and no others:
        | fact        | from     | to          |
        | trader USDT | 999952.5 | 999934.6875 |
        | other USDT  | 999981   | 999998.8125 |

  Rule: a fill charges both sides

    @clause:TRADE-FIELD-FEE @clause:TRADE-FIELD-FEERATE @assumed
    Scenario: a taker with a discount pays less, and the maker pays the full rate
      Given the world "bare"
      And "trader" has a referral discount of "0.9"
      And "trader" is long "0.1" BTC-USDT at "95000" against "other"
      When "trader" sends getTrades
      Then "trades" of the response lists:
        | maker | feeRate | fee   |
        | false | 0.00045 | 4.275 |
      When "other" sends getTrades
      Then "trades" of the response lists:
        | maker | feeRate | fee |
        | true  | 0.0002  | 1.9 |
