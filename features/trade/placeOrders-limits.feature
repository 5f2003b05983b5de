@trade @placeOrders
Feature: placeOrders rejects orders beyond the limits of account and market
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: margin must cover the worst case

    @clause:ERR-INSUFFICIENT-MARGIN @negative
    Scenario Outline: placeOrders rejects a <side> that the margin does not cover beside an open order of another market
      Given the available margin of "trader" is called "free"
      And an order of "{market}" may have the quantity "{0.9 x free / mark, to whole lots}"
      And an order of "{second market}" may have the quantity "{0.2 x free x second default leverage / second mark, to whole lots}"
      And "trader" has sent updateLeverage:
        | symbol   | {market} |
        | leverage | 1        |
      And "trader" has the open orders:
        | symbol   | side | price     | quantity                           |
        | {market} | buy  | {far bid} | {0.9 x free / mark, to whole lots} |
      When "trader" places:
        | symbol          | side   | price   | quantity                                                            |
        | {second market} | <side> | <price> | {0.2 x free x second default leverage / second mark, to whole lots} |
      Then item 0 is refused with INSUFFICIENT_MARGIN "insufficient margin"
      And nothing changed

      Examples:
        | side | price            |
        | buy  | {second far bid} |
        | sell | {second far ask} |

  Rule: a market that is not open accepts no new orders

    @clause:PLACEORDERS-ITEM-OTHER @assumed @negative
    Scenario Outline: placeOrders rejects an opening order in a <status> market
      Given market "BTC-USDT" is <status>
      When "trader" places:
        | symbol   | side | price | quantity |
        | BTC-USDT | buy  | 94000 | 0.1      |
      Then item 0 is refused with MARKET_CLOSED "<message>"
      And nothing changed

      Examples:
        | status     | message              |
        | closed     | market is closed     |
        | close-only | market is close only |

    @clause:PLACEORDERS-ITEM-REDUCEONLY @assumed
    Scenario: placeOrders accepts a reducing order in a close-only market
      Given "trader" is long "0.1" BTC-USDT at "95000" against "other"
      And market "BTC-USDT" is close-only
      When "trader" places:
        | symbol   | side | orderType | quantity | reduceOnly |
        | BTC-USDT | sell | market    | 0.1      | true       |
      Then the response is ok with:
        | statuses[0].filled.totalSize | 0.1 |

    @clause:PLACEORDERS-TYPE-OTHER @clause:PLACEORDERS-STATUS-OTHER @assumed @negative
    Scenario: placeOrders rejects a market order without a counterparty inside the price band
      Given the index of "BTC-USDT" is "70000"
      When "trader" places:
        | symbol   | side | orderType | quantity |
        | BTC-USDT | buy  | market    | 0.1      |
      Then item 0 is refused with NO_LIQUIDITY "no liquidity"
      And nothing changed

  Rule: the tier limits the number of open orders

    @clause:LIMIT-ACCOUNT-MAXORDERSPERMARKET @negative
    Scenario: placeOrders rejects the eleventh open order in one market on tier_0
      Given "member" is a wallet of tier "tier_0"
      And "member" has the open orders:
        | times | symbol   | side | price | quantity |
        | 10    | BTC-USDT | buy  | 94000 | 0.001    |
      When "member" places:
        | symbol   | side | orderType | price | quantity |
        | BTC-USDT | buy  | limitGtc  | 94000 | 0.001    |
        | BTC-USDT | buy  | limitIoc  | 94000 | 0.001    |
      Then item 0 is refused with MAX_ORDERS_PER_MARKET "max open orders per market exceeded"
      And the response is ok with:
        | statuses[1].canceled.id | <id> |
      And nothing changed

    @clause:LIMIT-ACCOUNT-MAXTOTALORDERS @negative
    Scenario: placeOrders rejects the fifty-first open order on tier_0
      Given "member" is a wallet of tier "tier_0"
      And "member" has the open orders:
        | times | symbol   | side | price | quantity |
        | 10    | BTC-USDT | buy  | 94000 | 0.001    |
        | 10    | ETH-USDT | buy  | 3200  | 0.01     |
        | 10    | SOL-USDT | buy  | 180   | 0.1      |
        | 10    | XRP-USDT | buy  | 2.2   | 10       |
        | 10    | BNB-USDT | buy  | 680   | 0.1      |
      When "member" places:
        | symbol    | side | price | quantity |
        | HYPE-USDT | buy  | 24    | 1        |
      Then item 0 is refused with MAX_TOTAL_ORDERS "max total open orders exceeded"
      And nothing changed
