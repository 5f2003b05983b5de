@trade @tolerances @placeOrders
Feature: orders accept the forms that other clients send
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: an empty text means no value

    @clause:PLACEORDERS-ITEM-TRIGGERPRICE @clause:ORDERREF-CLIENTID-EMPTY
    Scenario Outline: a limit order with <field> <value> rests
      When "trader" sends placeOrders:
        | orders            | [{"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid - 10 ticks}","quantity":"{size}"}] |
        | orders[0].<field> | <value>                                                                                                        |
      Then the response is ok with:
        | statuses[0].resting.order.venueId  | <id>        |
        | statuses[0].resting.order.clientId | <client id> |

      Examples:
        | field         | value    | client id |
        | triggerPrice  | <empty>  | <empty>   |
        | triggerPrice  | <absent> | <empty>   |
        | clientOrderId | <empty>  | <empty>   |
        | clientOrderId | <absent> | <empty>   |
        | clientOrderId | mine-1   | mine-1    |

    @clause:PLACEORDERS-ITEM-PRICE @assumed
    Scenario Outline: a market order with the price <price> fills
      Given "other" offers "{size}" of "{market}" inside the spread, at "offer"
      When "trader" sends placeOrders:
        | orders          | [{"symbol":"{market}","side":"buy","orderType":"market","quantity":"{size}"}] |
        | orders[0].price | <price>                                                                       |
      Then the response is ok with:
        | statuses[0].filled.totalSize | {size} |

      Examples:
        | price    |
        | <empty>  |
        | <absent> |

    @clause:PLACEORDERS-TYPE-LIMITGTC @assumed
    Scenario Outline: an order without expiry accepts expiresAt <expiresAt>
      When "trader" sends placeOrders:
        | orders              | [{"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid - 10 ticks}","quantity":"{size}"}] |
        | orders[0].expiresAt | <expiresAt>                                                                                                    |
      Then the response is ok with:
        | statuses[0].resting.order.venueId | <id>     |
        | statuses[0].resting.expiresAt     | <absent> |

      Examples:
        | expiresAt |
        | number 0  |
        | null      |

  Rule: a single order accepts any grouping that fits it

    @clause:PLACEORDERS-PARAM-GROUPING @assumed
    Scenario Outline: placeOrders accepts the grouping <grouping> for a single order, signed as sent
      When "trader" sends placeOrders:
        | orders   | [{"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid - 10 ticks}","quantity":"{size}"}] |
        | grouping | <grouping>                                                                                                     |
      Then the response is ok with:
        | statuses[0].resting.order.venueId | <id> |

      Examples:
        | grouping |
        | <absent> |
        | <empty>  |
        | na       |

    @clause:PLACEORDERS-TYPE-TWAP @assumed @R-87
    Scenario Outline: placeOrders accepts a single TWAP with the grouping <grouping>
      When "trader" sends placeOrders:
        | orders   | [{"symbol":"BTC-USDT","side":"buy","orderType":"twap","quantity":"0.5","durationSeconds":300}] |
        | grouping | <grouping>                                                                                     |
      Then "statuses[0].resting.id" of the response is called "slow"
      And these facts changed, and no others:
        | fact                     | from    | to                             |
        | trader USDT              | 1000000 | 999997.62475                   |
        | trader margin            | 0.00    | 475.00                         |
        | trader position BTC-USDT | none    | long 0.05 at 95010.00          |
        | order slow               | none    | buy 0.5 at market, filled 0.05 |

      Examples:
        | grouping |
        | <absent> |
        | <empty>  |
        | na       |

    @clause:PLACEORDERS-TYPE-TRIGGERSL @assumed
    Scenario Outline: placeOrders accepts a single stop with grouping positionTpsl, <case>
      Given "trader" is long "{size}" of "{market}" against "other"
      When "trader" sends placeOrders:
        | orders                  | [{"symbol":"{market}","side":"sell","orderType":"triggerSl","price":"","triggerPrice":"{far bid - 10 ticks}","isTriggerMarket":true,"reduceOnly":true}] |
        | orders[0].quantity      | <quantity>                                                                                                                                              |
        | orders[0].closePosition | <closePosition>                                                                                                                                         |
        | grouping                | positionTpsl                                                                                                                                            |
      Then the response is ok with:
        | statuses[0].resting.order.venueId | <id> |

      Examples:
        | case                                      | quantity | closePosition |
        | with a quantity and without closePosition | {size}   | false         |
        | with closePosition and no quantity        | <absent> | true          |
        | with closePosition and the quantity 0     | 0        | true          |
        | with closePosition and an empty quantity  | <empty>  | true          |

  Rule: what the specification states stays strict

    @clause:CANCELALLORDERS-ERR-EMPTY @negative
    Scenario: cancelAllOrders with an empty list of symbols is refused
      Given "trader" has the open orders:
        | name | symbol   | side | price     | quantity |
        | bid  | {market} | buy  | {far bid} | {2 size} |
      When "trader" sends cancelAllOrders:
        | symbols | [] |
      Then the response is refused with 400 VALIDATION_ERROR "symbols must be nonempty"
      And nothing changed

    @clause:PLACEORDERS-ITEM-SYMBOL @assumed @negative
    Scenario: placeOrders refuses a market written in lower case
      When "trader" sends placeOrders:
        | orders | [{"symbol":"{market, in lower case}","side":"buy","orderType":"limitGtc","price":"{far bid - 10 ticks}","quantity":"{size}"}] |
      Then the response is refused with 400 VALIDATION_ERROR "order 0: symbol must use canonical uppercase format"
      And nothing changed

    @clause:CANCELALLORDERS-ERR-SYMBOL @assumed @negative
    Scenario: cancelAllOrders refuses a market written in lower case
      Given "trader" has the open orders:
        | name | symbol   | side | price     | quantity |
        | bid  | {market} | buy  | {far bid} | {2 size} |
      When "trader" sends cancelAllOrders:
        | symbols | ["{market, in lower case}"] |
      Then the response is refused with 400 VALIDATION_ERROR beginning "symbols[0]"
      And nothing changed
