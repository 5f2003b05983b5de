@trade @placeOrders @getOrderHistory
Feature: linked orders that watch the last price fire and cancel each other
  Background:
    Given the world "quiet"
    And "other" offers "{size}" of "{market}" inside the spread, at "entry"

  Rule: one side of a pair fires and the other is cancelled

    @transition:linked-group/none/place-filled @transition:linked-group/armed/trigger
    @clause:STATE-ORDER-SIBLING-NORMALTPSL @clause:STATE-ORDER-SIBLING-HISTORY @clause:ORDER-FIELD-TRIGGERPRICETYPE
    Scenario Outline: a <fires> order that the last price fires cancels the <ends> order beside it
      When "trader" places with grouping "normalTpsl":
        | symbol   | side | orderType | price   | triggerPrice | triggerPriceType | isTriggerMarket | quantity |
        | {market} | buy  | limitIoc  | {entry} |              |                  |                 | {size}   |
        | {market} | sell | triggerTp |         | <take>       | last             | true            | {size}   |
        | {market} | sell | triggerSl |         | <stop>       | last             | true            | {size}   |
      Then the response is ok with:
        | statuses[0].filled.totalSize | {size} |
        | statuses[1].resting.id       | <id>   |
        | statuses[2].resting.id       | <id>   |
      Given "other" is <side> "{size / 5}" of "{market}" against "third", <place> in the spread, at "last"
      And the price "{last}" is <beyond> "{entry}"
      When "trader" sends getOrderHistory:
        | type | <fires> |
      Then the response lists:
        | status | triggerPrice | triggerPriceType | filledQuantity |
        | filled | <fired>      | last             | {size}         |
        | placed | <fired>      | last             | 0              |
        | placed | <fired>      | last             | 0              |
      When "trader" sends getOrderHistory:
        | type | <ends> |
      Then the response lists:
        | status    | cancelledAt | cancelReason      | filledQuantity |
        | cancelled | <ms>        | SIBLING_TRIGGERED | 0              |
        | placed    | <absent>    | <absent>          | 0              |
      When "trader" sends getOpenOrders
      Then the response lists nothing

      Examples:
        | fires       | ends        | side  | place | beyond | take             | stop             | fired                   |
        | TAKE_PROFIT | STOP_LOSS   | long  | high  | above  | {entry + 1 tick} | {far bid}        | {entry + 1 tick, price} |
        | STOP_LOSS   | TAKE_PROFIT | short | low   | below  | {far ask}        | {entry - 1 tick} | {entry - 1 tick, price} |

    @clause:STATE-ORDER-SIBLING-MULTIPLETPSL-PAIR @R-65 @assumed
    Scenario: the last price fires one order of a pair and leaves the other pair alone
      When "trader" places with grouping "multipleTpsl":
        | symbol   | side | orderType | price   | triggerPrice         | triggerPriceType | isTriggerMarket | quantity       |
        | {market} | buy  | limitIoc  | {entry} |                      |                  |                 | {size}         |
        | {market} | sell | triggerTp |         | {entry + 1 tick}     | last             | true            | {size x 2 / 5} |
        | {market} | sell | triggerSl |         | {far bid}            | last             | true            | {size x 2 / 5} |
        | {market} | sell | triggerTp |         | {far ask}            | last             | true            | {size x 3 / 5} |
        | {market} | sell | triggerSl |         | {far bid - 10 ticks} | last             | true            | {size x 3 / 5} |
      Then "statuses[2].resting.id" of the response is called "stop1"
      And "statuses[3].resting.id" of the response is called "take2"
      And "statuses[4].resting.id" of the response is called "stop2"
      Given "other" is long "{size / 5}" of "{market}" against "third", high in the spread, at "last"
      And the price "{last}" is above "{entry}"
      When "trader" sends getOrderHistory:
        | status | ["cancelled"] |
      Then the response lists:
        | orderId | cancelReason      | cancelledAt |
        | {stop1} | SIBLING_TRIGGERED | <ms>        |
      When "trader" sends getOpenOrders
      Then the response lists:
        | orderId | triggerPriceType |
        | {stop2} | last             |
        | {take2} | last             |

    @clause:STATE-ORDER-SIBLING-MULTIPLETPSL-PAIR @clause:STATE-ORDER-SIBLING-MULTIPLETPSL-ACROSS
    @clause:STATE-ORDER-SIBLING-HISTORY
    Scenario: an order that the last price fires and that closes the position cancels the other pairs too
      When "trader" places with grouping "multipleTpsl":
        | symbol   | side | orderType | price   | triggerPrice         | triggerPriceType | isTriggerMarket | quantity       | closePosition |
        | {market} | buy  | limitIoc  | {entry} |                      |                  |                 | {size}         |               |
        | {market} | sell | triggerTp |         | {entry + 1 tick}     | last             | true            | 0              | true          |
        | {market} | sell | triggerSl |         | {far bid}            | last             | true            | 0              | true          |
        | {market} | sell | triggerTp |         | {far ask}            | last             | true            | {size x 3 / 5} |               |
        | {market} | sell | triggerSl |         | {far bid - 10 ticks} | last             | true            | {size x 3 / 5} |               |
      Then "statuses[2].resting.id" of the response is called "stop1"
      And "statuses[3].resting.id" of the response is called "take2"
      And "statuses[4].resting.id" of the response is called "stop2"
      Given "other" is long "{size / 5}" of "{market}" against "third", high in the spread, at "last"
      And the price "{last}" is above "{entry}"
      When "trader" sends getOrderHistory:
        | status | ["cancelled"] |
      Then the response lists:
        | orderId | cancelReason      | cancelledAt |
        | {stop2} | POSITION_CLOSED   | <ms>        |
        | {take2} | POSITION_CLOSED   | <ms>        |
        | {stop1} | SIBLING_TRIGGERED | <ms>        |

  Rule: a fired order with nothing to close ends alone

    @clause:STATE-ORDER-LOCAL-CANCEL @clause:STATE-ORDER-LOCAL-CANCEL-HISTORY
    Scenario: a stop that the last price fires without a position is cancelled in a row of its own
      Given "third" has placed:
        | symbol   | side | orderType | price   | quantity   |
        | {market} | buy  | limitIoc  | {entry} | {size / 5} |
      And "trader" has the open orders:
        | name | symbol   | side | orderType | triggerPrice     | triggerPriceType | isTriggerMarket | quantity | reduceOnly |
        | stop | {market} | sell | triggerSl | {entry - 1 tick} | last             | true            | {size}   | true       |
        | take | {market} | sell | triggerTp | {far ask}        | last             | true            | {size}   | true       |
      And "other" is short "{size / 5}" of "{market}" against "third", low in the spread, at "last"
      And the price "{last}" is below "{entry}"
      When "trader" sends getOrderHistory
      Then the response lists:
        | orderId | status    | cancelReason | cancelledAt |
        | {stop}  | cancelled | NO_POSITION  | <ms>        |
        | {take}  | placed    | <absent>     | <absent>    |
        | {stop}  | placed    | <absent>     | <absent>    |
      When "trader" sends getOpenOrders
      Then the response lists:
        | orderId |
        | {take}  |

  Rule: what a fired order trades says which kind of order it was

    @clause:TRADE-FIELD-ORDERTYPE @clause:TRADE-FIELD-REDUCEONLY
    Scenario Outline: the trades of a conditional order that the last price fires say <word>
      When "trader" places with grouping "normalTpsl":
        | symbol   | side | orderType | price   | triggerPrice | triggerPriceType | isTriggerMarket | quantity |
        | {market} | buy  | limitIoc  | {entry} |              |                  |                 | {size}   |
        | {market} | sell | <type>    |         | <trigger>    | last             | true            | {size}   |
      Then "statuses[1].resting.id" of the response is called "waiting"
      Given "other" is <side> "{size / 5}" of "{market}" against "third", <place> in the spread, at "last"
      And the price "{last}" is <beyond> "{entry}"
      When "trader" sends getTrades:
        | orderId | {waiting} |
      Then the response is ok with:
        | trades[0].orderType | <word> |
      And every item of "trades" of the response is:
        | orderId    | {waiting}  |
        | orderType  | <word>     |
        | side       | sell       |
        | direction  | close long |
        | maker      | false      |
        | reduceOnly | true       |

      Examples:
        | type      | side  | place | beyond | trigger          | word             |
        | triggerTp | long  | high  | above  | {entry + 1 tick} | takeProfitMarket |
        | triggerSl | short | low   | below  | {entry - 1 tick} | stopMarket       |
