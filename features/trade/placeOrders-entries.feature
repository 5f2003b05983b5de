@trade @placeOrders
Feature: a conditional order that is not reduce-only opens or enlarges a position when it fires
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: an entry needs no position and trades on both sides

    @clause:PLACEORDERS-TYPE-TRIGGERSL @clause:PLACEORDERS-TYPE-TRIGGERTP @assumed @R-110
    Scenario Outline: a <orderType> order that <verb> without a position opens one at <trigger>
      Given "trader" has the open orders:
        | name  | symbol   | side   | orderType   | triggerPrice | isTriggerMarket | quantity |
        | entry | BTC-USDT | <side> | <orderType> | <trigger>    | true            | 0.1      |
      And the index of "BTC-USDT" is "<before>"
      When "trader" sends getOpenOrders
      Then the response lists:
        | orderId | reduceOnly |
        | {entry} | false      |
      When the index of "BTC-USDT" is "<trigger>"
      And "trader" sends getTrades:
        | orderId | {entry} |
      Then "trades" of the response lists:
        | direction    | price  | quantity | reduceOnly |
        | open <opens> | <fill> | 0.1      | false      |
      When "trader" sends getPositions
      Then the response lists:
        | side    | quantity |
        | <opens> | 0.1      |

      Examples:
        | orderType | verb  | side | trigger | before | opens | fill  |
        | triggerSl | buys  | buy  | 95500   | 95499  | long  | 95010 |
        | triggerSl | sells | sell | 94500   | 94501  | short | 94990 |
        | triggerTp | buys  | buy  | 94500   | 94501  | long  | 95010 |
        | triggerTp | sells | sell | 95500   | 95499  | short | 94990 |

    @clause:PLACEORDERS-TYPE-TRIGGERSL @assumed @R-110
    Scenario Outline: a stop that <what> leaves a position of <after>
      Given "trader" is long "0.1" BTC-USDT at "95000" against "other"
      And "trader" has the open orders:
        | name  | symbol   | side   | orderType | triggerPrice | isTriggerMarket | quantity |
        | entry | BTC-USDT | <side> | triggerSl | <trigger>    | true            | 0.3      |
      And the index of "BTC-USDT" is "<trigger>"
      When "trader" sends getPositions
      Then the response lists:
        | side    | quantity |
        | <after> | <size>   |
      When "trader" sends getOrderHistory:
        | type | STOP_LOSS |
      Then the response lists:
        | orderId | status | quantity | filledQuantity | reduceOnly |
        | {entry} | filled | 0.3      | 0.3            | false      |
        | {entry} | placed | 0.3      | 0              | false      |
        | {entry} | placed | 0.3      | 0              | false      |

      Examples:
        | what                         | side | trigger | after | size |
        | buys beside a long           | buy  | 95500   | long  | 0.4  |
        | sells more than a long holds | sell | 94500   | short | 0.2  |

    @clause:PLACEORDERS-TYPE-TRIGGERTP @assumed @R-110
    Scenario: a take profit with a limit fires without a position, rests there and shows reduceOnly as signed
      Given "trader" has the open orders:
        | name  | symbol   | side | orderType | price | triggerPrice | quantity |
        | entry | BTC-USDT | buy  | triggerTp | 94000 | 94500        | 0.1      |
      When the index of "BTC-USDT" moves to "94500"
      Then these facts changed, and no others:
        | fact          | from | to     |
        | trader margin | 0.00 | 945.00 |
      When "trader" sends getOpenOrders
      Then the response lists:
        | orderId | type        | price | reduceOnly | filledQuantity |
        | {entry} | TAKE_PROFIT | 94000 | false      | 0              |

  Rule: an entry does not belong to the position beside it

    @clause:PLACEORDERS-TYPE-TRIGGERSL @assumed @R-110
    Scenario: the end of a position leaves an entry waiting, and it opens the next position
      Given "trader" buys "0.1" BTC-USDT at "95010"
      And "trader" has the open orders:
        | name  | symbol   | side | orderType | triggerPrice | isTriggerMarket | quantity |
        | entry | BTC-USDT | buy  | triggerSl | 95500        | true            | 0.2      |
      And "trader" sells "0.1" BTC-USDT at "94990"
      When "trader" sends getOpenOrders
      Then the response lists:
        | orderId |
        | {entry} |
      When the index of "BTC-USDT" is "95500"
      And "trader" sends getPositions
      Then the response lists:
        | side | quantity |
        | long | 0.2      |

    @clause:MODIFYORDER-PARAM-QUANTITY @assumed @R-110
    Scenario: a changed entry remains one, and trades more than the position beside it
      Given "trader" buys "0.1" BTC-USDT at "95010"
      And "trader" has the open orders:
        | name  | symbol   | side | orderType | triggerPrice | isTriggerMarket | quantity |
        | entry | BTC-USDT | sell | triggerSl | 94000        | true            | 0.1      |
      And "trader" has sent modifyOrder:
        | orderId      | {entry} |
        | triggerPrice | 94500   |
        | quantity     | 0.4     |
      When the index of "BTC-USDT" is "94500"
      And "trader" sends getPositions
      Then the response lists:
        | side  | quantity |
        | short | 0.3      |

  Rule: an order that closes a position stays reduce-only

    @clause:ORDER-FIELD-CLOSEPOSITION @assumed @R-110
    Scenario Outline: a stop with <what> opens nothing without a position
      Given "trader" has the open orders:
        | name | symbol   | side | orderType | triggerPrice | isTriggerMarket | quantity   | reduceOnly | closePosition |
        | stop | BTC-USDT | sell | triggerSl | 94500        | true            | <quantity> | <reduce>   | <close>       |
      When "trader" sends getOpenOrders
      Then the response lists:
        | orderId | reduceOnly | closePosition |
        | {stop}  | true       | <close>       |
      When the index of "BTC-USDT" moves to "94500"
      And "trader" sends getOrderHistory
      Then the response lists:
        | orderId | status    | cancelReason | reduceOnly |
        | {stop}  | cancelled | NO_POSITION  | true       |
        | {stop}  | placed    | <absent>     | true       |
      When "trader" sends getPositions
      Then the response lists nothing

      Examples:
        | what          | quantity | reduce | close |
        | reduceOnly    | 0.1      | true   | false |
        | closePosition | 0        | false  | true  |

    @clause:PLACEORDERS-GROUPING-NORMALTPSL @assumed @R-110
    Scenario: children of normalTpsl that are signed without reduceOnly are reduce-only
      When "trader" places with grouping "normalTpsl":
        | symbol   | side | orderType | price     | triggerPrice         | isTriggerMarket | quantity |
        | {market} | buy  | limitGtc  | {far bid} |                      |                 | {size}   |
        | {market} | sell | triggerTp |           | {far ask}            | true            | {size}   |
        | {market} | sell | triggerSl |           | {far bid - 10 ticks} | true            | {size}   |
      Then the response is ok
      When "trader" sends getOpenOrders
      Then the response lists:
        | type        | reduceOnly |
        | STOP_LOSS   | true       |
        | TAKE_PROFIT | true       |
        | LIMIT       | false      |

    @clause:PLACEORDERS-TYPE-TRIGGERTP @clause:PLACEORDERS-TYPE-TRIGGERSL @assumed @R-110
    Scenario: orders of positionTpsl that are signed without reduceOnly are reduce-only
      Given "trader" buys "{size}" of "{market}" from "other"
      When "trader" places with grouping "positionTpsl":
        | symbol   | side | orderType | triggerPrice         | isTriggerMarket | quantity |
        | {market} | sell | triggerTp | {far ask}            | true            | {size}   |
        | {market} | sell | triggerSl | {far bid - 10 ticks} | true            | {size}   |
      Then the response is ok
      When "trader" sends getOpenOrders
      Then the response lists:
        | type        | reduceOnly |
        | STOP_LOSS   | true       |
        | TAKE_PROFIT | true       |

  Rule: an entry that waits is listed as one that may open a position

    @clause:PLACEORDERS-TYPE-TRIGGERSL @assumed @R-110
    Scenario: getOpenOrders lists an entry without reduceOnly
      Given "trader" has the open orders:
        | name  | symbol   | side | orderType | triggerPrice | isTriggerMarket | quantity |
        | entry | {market} | buy  | triggerSl | {far ask}    | true            | {size}   |
      When "trader" sends getOpenOrders
      Then the response lists:
        | orderId | reduceOnly |
        | {entry} | false      |
