@trade @placeOrders
Feature: placeOrders accepts conditional orders
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: a conditional order waits outside the book

    @clause:PLACEORDERS-TYPE-TRIGGERSL @clause:PLACEORDERS-TYPE-TRIGGERTP @clause:PLACEORDERS-ITEM-ISTRIGGERMARKET
    @clause:ORDER-FIELD-TYPE
    Scenario Outline: a <orderType> order at <kind> waits as <type> and reserves no margin
      When "trader" places:
        | symbol   | side   | orderType   | price   | triggerPrice | isTriggerMarket | quantity | reduceOnly |
        | {market} | <side> | <orderType> | <price> | <trigger>    | <market>        | {size}   | <reduces>  |
      Then "statuses[0].resting.id" of the response is called "waiting"
      And the response is ok with:
        | statuses | [{"resting":{"order":{"venueId":"{waiting}","clientId":""},"id":"{waiting}"}}] |
      And these facts changed, and no others:
        | fact          | from | to                                                       |
        | order waiting | none | <side> {size} at <shown> from {far bid, price}, filled 0 |
      When "trader" sends getOpenOrders
      Then the response lists:
        | type   | price   | triggerPrice     | triggerPriceType | timeInForce | reduceOnly | postOnly | closePosition |
        | <type> | <limit> | {far bid, price} | mark             | GTC         | <reduces>  | false    | false         |

      Examples:
        | orderType | kind   | side | price                | trigger   | market | type        | shown                       | limit                       | reduces |
        | triggerSl | market | sell |                      | {far bid} | true   | STOP_LOSS   | market                      | <empty>                     | true    |
        | triggerSl | limit  | sell | {far bid - 10 ticks} | {far bid} | false  | STOP_LOSS   | {far bid - 10 ticks, price} | {far bid - 10 ticks, price} | false   |
        | triggerTp | market | buy  |                      | {far bid} | true   | TAKE_PROFIT | market                      | <empty>                     | false   |
        | triggerTp | limit  | buy  | {far bid + 10 ticks} | {far bid} | false  | TAKE_PROFIT | {far bid + 10 ticks, price} | {far bid + 10 ticks, price} | true    |

    @clause:ORDER-FIELD-TRIGGERPRICE @clause:ORDER-FIELD-TRIGGERPRICETYPE @clause:VERSION-TRIGGERPRICETYPE-SHORT
    @clause:PLACEORDERS-ITEM-TRIGGERPRICE
    Scenario Outline: getOrderHistory shows the trigger price type "<sent>" as <shown>
      Given "trader" has placed:
        | symbol   | side | orderType | triggerPrice | triggerPriceType | isTriggerMarket | quantity |
        | {market} | sell | triggerSl | {far bid}    | <sent>           | true            | {size}   |
      When "trader" sends getOrderHistory
      Then the response lists:
        | type      | status | price   | triggerPrice     | triggerPriceType | timeInForce |
        | STOP_LOSS | placed | <empty> | {far bid, price} | <shown>          | GTC         |

      Examples:
        | sent | shown |
        |      | mark  |
        | mark | mark  |
        | last | last  |

    @clause:ORDER-FIELD-CLOSEPOSITION
    Scenario Outline: placeOrders accepts an order with closePosition and the quantity "<quantity>"
      Given "trader" has placed:
        | symbol   | side | orderType | triggerPrice         | isTriggerMarket | quantity   | closePosition |
        | {market} | sell | triggerSl | {far bid}            | true            | <quantity> | true          |
        | {market} | sell | triggerSl | {far bid - 10 ticks} | true            | {size}     | false         |
      When "trader" sends getOrderHistory
      Then the response lists:
        | triggerPrice                | quantity | closePosition |
        | {far bid - 10 ticks, price} | {size}   | false         |
        | {far bid, price}            | 0        | true          |

      Examples:
        | quantity |
        |          |
        | 0        |

    @clause:PLACEORDERS-TYPE-TRIGGERSL @assumed @R-28
    @needs:usual-schedule
    Scenario: a conditional order counts as an open order and needs no position
      Given "trader" has the open orders:
        | times | symbol   | side | price     | quantity    |
        | 14    | {market} | buy  | {far bid} | {size / 10} |
      When "trader" places:
        | symbol   | side | orderType | triggerPrice | isTriggerMarket | quantity |
        | {market} | sell | triggerSl | {far bid}    | true            | {size}   |
        | {market} | sell | triggerSl | {far bid}    | true            | {size}   |
      Then item 1 is refused with MAX_ORDERS_PER_MARKET "max open orders per market exceeded"
      And the response is ok with:
        | statuses[0].resting.id | <id> |

  Rule: a waiting conditional order can be cancelled

    @clause:CANCELALLORDERS-TYPE-TRIGGER
    Scenario: cancelAllOrders cancels conditional orders
      Given "trader" has the open orders:
        | name | symbol   | side | orderType | triggerPrice | isTriggerMarket | quantity |
        | stop | {market} | sell | triggerSl | {far bid}    | true            | {size}   |
        | take | {market} | sell | triggerTp | {far ask}    | true            | {size}   |
      When "trader" sends cancelAllOrders:
        | symbols | ["*"] |
      Then the response lists:
        | orderId | message | symbol   |
        | {stop}  | <empty> | {market} |
        | {take}  | <empty> | {market} |
      And these facts changed, and no others:
        | fact       | from                                                  | to   |
        | order stop | sell {size} at market from {far bid, price}, filled 0 | none |
        | order take | sell {size} at market from {far ask, price}, filled 0 | none |

    @clause:STATE-ORDER-CANCEL-ONE
    Scenario: cancelOrders cancels a conditional order through status cancelling
      Given "trader" has the open orders:
        | name | symbol   | side | orderType | triggerPrice | isTriggerMarket | quantity |
        | stop | {market} | sell | triggerSl | {far bid}    | true            | {size}   |
      And "trader" has sent cancelOrders:
        | orderIds | ["{stop}"] |
      When "trader" sends getOrderHistory
      Then the response lists:
        | orderId | status     | cancelReason |
        | {stop}  | cancelled  | <absent>     |
        | {stop}  | cancelling | <absent>     |
        | {stop}  | placed     | <absent>     |
