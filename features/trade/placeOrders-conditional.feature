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
        | BTC-USDT | <side> | <orderType> | <price> | <trigger>    | <market>        | 0.1      | <reduces>  |
      Then "statuses[0].resting.id" of the response is called "waiting"
      And the response is ok with:
        | statuses | [{"resting":{"order":{"venueId":"{waiting}","clientId":""},"id":"{waiting}"}}] |
      And these facts changed, and no others:
        | fact          | from | to                                              |
        | order waiting | none | <side> 0.1 at <shown> from <trigger>, filled 0 |
      When "trader" sends getOpenOrders
      Then the response lists:
        | type   | price   | triggerPrice | triggerPriceType | timeInForce | reduceOnly | postOnly | closePosition |
        | <type> | <limit> | <trigger>    | mark             | GTC         | <reduces>  | false    | false         |

      Examples:
        | orderType | kind   | side | price | trigger | market | type        | shown  | limit   | reduces |
        | triggerSl | market | sell |       | 94000   | true   | STOP_LOSS   | market | <empty> | true    |
        | triggerSl | limit  | sell | 93900 | 94000   | false  | STOP_LOSS   | 93900  | 93900   | false   |
        | triggerTp | market | buy  |       | 94000   | true   | TAKE_PROFIT | market | <empty> | false   |
        | triggerTp | limit  | buy  | 94100 | 94000   | false  | TAKE_PROFIT | 94100  | 94100   | true    |

    @clause:ORDER-FIELD-TRIGGERPRICE @clause:ORDER-FIELD-TRIGGERPRICETYPE @clause:VERSION-TRIGGERPRICETYPE-SHORT
    @clause:PLACEORDERS-ITEM-TRIGGERPRICE
    Scenario Outline: getOrderHistory shows the trigger price type "<sent>" as <shown>
      Given "trader" has placed:
        | symbol   | side | orderType | triggerPrice | triggerPriceType | isTriggerMarket | quantity |
        | BTC-USDT | sell | triggerSl | 94000        | <sent>           | true            | 0.1      |
      When "trader" sends getOrderHistory
      Then the response lists:
        | type      | status | price   | triggerPrice | triggerPriceType | timeInForce |
        | STOP_LOSS | placed | <empty> | 94000        | <shown>          | GTC         |

      Examples:
        | sent | shown |
        |      | mark  |
        | mark | mark  |
        | last | last  |

    @clause:ORDER-FIELD-CLOSEPOSITION
    Scenario Outline: placeOrders accepts an order with closePosition and the quantity "<quantity>"
      Given "trader" has placed:
        | symbol   | side | orderType | triggerPrice | isTriggerMarket | quantity   | closePosition |
        | BTC-USDT | sell | triggerSl | 94000        | true            | <quantity> | true          |
        | BTC-USDT | sell | triggerSl | 93000        | true            | 0.1        | false         |
      When "trader" sends getOrderHistory
      Then the response lists:
        | triggerPrice | quantity | closePosition |
        | 93000        | 0.1      | false         |
        | 94000        | 0        | true          |

      Examples:
        | quantity |
        |          |
        | 0        |

    @clause:PLACEORDERS-TYPE-TRIGGERSL @assumed @R-28
    Scenario: a conditional order counts as an open order and needs no position
      Given "trader" has the open orders:
        | times | symbol   | side | price | quantity |
        | 14    | BTC-USDT | buy  | 94000 | 0.01     |
      When "trader" places:
        | symbol   | side | orderType | triggerPrice | isTriggerMarket | quantity |
        | BTC-USDT | sell | triggerSl | 94000        | true            | 0.1      |
        | BTC-USDT | sell | triggerSl | 94000        | true            | 0.1      |
      Then item 1 is refused with MAX_ORDERS_PER_MARKET "max open orders per market exceeded"
      And the response is ok with:
        | statuses[0].resting.id | <id> |

  Rule: a waiting conditional order can be cancelled

    @clause:CANCELALLORDERS-TYPE-TRIGGER
    Scenario: cancelAllOrders cancels conditional orders
      Given "trader" has the open orders:
        | name | symbol   | side | orderType | triggerPrice | isTriggerMarket | quantity |
        | stop | BTC-USDT | sell | triggerSl | 94000        | true            | 0.1      |
        | take | BTC-USDT | sell | triggerTp | 96000        | true            | 0.1      |
      When "trader" sends cancelAllOrders:
        | symbols | ["*"] |
      Then the response lists:
        | orderId | message | symbol   |
        | {stop}  | <empty> | BTC-USDT |
        | {take}  | <empty> | BTC-USDT |
      And these facts changed, and no others:
        | fact       | from                                      | to   |
        | order stop | sell 0.1 at market from 94000, filled 0 | none |
        | order take | sell 0.1 at market from 96000, filled 0 | none |

    @clause:STATE-ORDER-CANCEL-ONE
    Scenario: cancelOrders cancels a conditional order through status cancelling
      Given "trader" has the open orders:
        | name | symbol   | side | orderType | triggerPrice | isTriggerMarket | quantity |
        | stop | BTC-USDT | sell | triggerSl | 94000        | true            | 0.1      |
      And "trader" has sent cancelOrders:
        | orderIds | ["{stop}"] |
      When "trader" sends getOrderHistory
      Then the response lists:
        | orderId | status     | cancelReason |
        | {stop}  | cancelled  | <absent>     |
        | {stop}  | cancelling | <absent>     |
        | {stop}  | placed     | <absent>     |
