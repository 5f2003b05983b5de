@trade @placeOrders
Feature: placeOrders accepts a reduce-only order of any size that closes the whole position
  # BTC-USDT takes no order below 0.001; a position can still come to be smaller than that.
  Background:
    Given the world "bare"
    And "trader" is long "0.5" BTC-USDT at "95000" against "other"
    And "other" is long "0.4996" BTC-USDT at "95000" against "trader"

  Rule: the minimum quantity applies to orders that leave a position

    @clause:PLACEORDERS-ITEM-REDUCEONLY @assumed @R-90
    Scenario Outline: placeOrders accepts a reduce-only <orderType> order that closes a position of 0.0004
      Given "other" has placed:
        | symbol   | side | price | quantity |
        | BTC-USDT | buy  | 95000 | 0.1      |
      When "trader" places:
        | symbol   | side | orderType   | price   | quantity | reduceOnly |
        | BTC-USDT | sell | <orderType> | <price> | 0.0004   | true       |
      Then the response is ok with:
        | statuses[0].filled.totalSize | 0.0004 |
      When "trader" sends getPositions
      Then the response lists nothing

      Examples:
        | orderType | price |
        | market    |       |
        | limitGtc  | 95000 |

    @clause:PLACEORDERS-TYPE-TRIGGERSL @assumed @R-90
    Scenario: placeOrders accepts a stop for a position of 0.0004
      When "trader" places:
        | symbol   | side | orderType | triggerPrice | isTriggerMarket | quantity | reduceOnly |
        | BTC-USDT | sell | triggerSl | 94000        | true            | 0.0004   | true       |
      Then the response is ok with:
        | statuses[0].resting.id | <id> |

    @clause:PLACEORDERS-ITEM-REDUCEONLY @assumed @R-90 @negative
    Scenario Outline: placeOrders rejects an order of <quantity> that <case>
      When "trader" places:
        | symbol   | side | price | quantity   | reduceOnly   |
        | BTC-USDT | sell | 96000 | <quantity> | <reduceOnly> |
      Then item 0 is refused with QUANTITY_TOO_SMALL "quantity below minimum"
      And nothing changed

      Examples:
        | case                          | quantity | reduceOnly |
        | only reduces the position     | 0.0003   | true       |
        | exceeds the position          | 0.0005   | true       |
        | may do more than only reduce  | 0.0004   | false      |

  Rule: the band around the mark is rounded outward

    @clause:PLACEORDERS-ITEM-PRICE @assumed @R-97
    Scenario Outline: placeOrders accepts a <side> at <inside> and rejects <outside>, 5 % from a mark of 95013
      # 95013 x 1.05 is 99763.65 and 95013 x 0.95 is 90262.35.
      Given the index of "BTC-USDT" is "95013"
      When "trader" places:
        | symbol   | side   | price    | quantity |
        | BTC-USDT | <side> | <inside> | 0.1      |
      Then the response is ok with:
        | statuses[0].resting.id | <id> |
      When "trader" places:
        | symbol   | side   | price     | quantity |
        | BTC-USDT | <side> | <outside> | 0.1      |
      Then item 0 is refused with PRICE_OUT_OF_BOUNDS "price out of bounds"
      And nothing changed

      Examples:
        | side | inside | outside |
        | buy  | 99764  | 99765   |
        | sell | 90262  | 90261   |
