@trade @placeOrders
Feature: the least value of an order is measured at the mark
  # XRP-USDT takes no order worth less than 10 USDT. At a mark of 2.3 that is 4.3478 XRP.
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: the price of an order does not change what it is worth

    @clause:PLACEORDERS-ITEM-QUANTITY @assumed @R-116 @negative
    Scenario Outline: placeOrders rejects a <orderType> order of 4.3 XRP at "<price>", worth 9.89 USDT at the mark
      When "trader" places:
        | symbol   | side   | orderType   | price   | triggerPrice | isTriggerMarket | quantity |
        | XRP-USDT | <side> | <orderType> | <price> | <trigger>    | <market>        | 4.3      |
      Then item 0 is refused with QUANTITY_TOO_SMALL "quantity below minimum"
      And nothing changed

      Examples:
        | orderType | side | price | trigger | market |
        | limitGtc  | sell | 2.4   |         |        |
        | limitAlo  | sell | 2.4   |         |        |
        | limitIoc  | buy  | 2.4   |         |        |
        | market    | buy  |       |         |        |
        | triggerSl | buy  |       | 2.4     | true   |
        | triggerSl | buy  | 2.41  | 2.4     | false  |

    @clause:PLACEORDERS-ITEM-QUANTITY @assumed @R-116
    Scenario Outline: placeOrders accepts a <orderType> order of 4.4 XRP at 2, worth 8.8 USDT at its price
      When "trader" places:
        | symbol   | side | orderType   | price | triggerPrice | isTriggerMarket | quantity |
        | XRP-USDT | buy  | <orderType> | 2     | <trigger>    |                 | 4.4      |
      Then the response is ok with:
        | statuses[0].resting.id | <id> |

      Examples:
        | orderType | trigger |
        | limitGtc  |         |
        | limitAlo  |         |
        | triggerTp | 2.01    |

    @clause:MODIFYORDER-PARAM-PRICE @assumed @R-116
    Scenario: modifyOrder takes a price at which an order is worth less than 10 USDT
      Given "trader" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | XRP-USDT | buy  | 2.29  | 4.4      |
      When "trader" sends modifyOrder:
        | orderId | {bid} |
        | price   | 2     |
      Then the response is ok with:
        | status | modified |
        | price  | 2.0000   |

  Rule: an order that only reduces has no least value

    @clause:PLACEORDERS-ITEM-REDUCEONLY @assumed @R-116
    Scenario Outline: placeOrders accepts a reduce-only <orderType> order of 1 XRP
      Given "trader" buys "10" XRP-USDT at "2.31"
      When "trader" places:
        | symbol   | side | orderType   | price   | triggerPrice | isTriggerMarket | quantity | reduceOnly |
        | XRP-USDT | sell | <orderType> | <price> | <trigger>    | <market>        | 1        | true       |
      Then the response is ok with:
        | statuses[0].resting.id | <id> |

      Examples:
        | orderType | price | trigger | market |
        | limitGtc  | 2.4   |         |        |
        | triggerSl |       | 2.2     | true   |
