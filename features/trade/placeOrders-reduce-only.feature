@trade @placeOrders
Feature: reduce-only orders never close more than the position
  Background:
    Given the world "quiet"
    And "trader" is long "{3 size}" of "{market}" against "other"

  Rule: all reduce-only orders together are at most as large as the position

    @clause:PLACEORDERS-ITEM-REDUCEONLY @assumed @negative
    Scenario: placeOrders rejects a reduce-only order beside one that closes the whole position
      Given "trader" has the open orders:
        | name | symbol   | side | price     | quantity | reduceOnly |
        | all  | {market} | sell | {far ask} | {3 size} | true       |
      When "trader" places:
        | symbol   | side | price                | quantity | reduceOnly |
        | {market} | sell | {far ask + 10 ticks} | {size}   | true       |
      Then item 0 is refused with REDUCE_ONLY_WOULD_INCREASE "reduce-only orders would exceed position size"
      And nothing changed

    @clause:PLACEORDERS-ITEM-REDUCEONLY @clause:STATE-ORDER-LOCAL-CANCEL @assumed @R-64
    Scenario: the newest reduce-only order is trimmed when the position shrinks
      Given the price high in the spread of "{market}" is called "upper"
      And "trader" has the open orders:
        | name  | symbol   | side | price   | quantity | reduceOnly |
        | older | {market} | sell | {upper} | {2 size} | true       |
        | newer | {market} | sell | {upper} | {size}   | true       |
      And "trader" sells "{2 size}" of "{market}" to "other"
      When "trader" sends getOpenOrders
      Then the response lists:
        | orderId |
        | {older} |
      When "other" places:
        | symbol   | side | orderType | price   | quantity  |
        | {market} | buy  | limitIoc  | {upper} | {10 size} |
      Then the response is ok with:
        | statuses[0].filled.totalSize | {size}               |
        | statuses[0].filled.avgPrice  | {upper, entry price} |
      When "trader" sends getPositions
      Then the response lists nothing

    @clause:PLACEORDERS-ITEM-REDUCEONLY @clause:STATE-ORDER-LOCAL-CANCEL @assumed @R-64
    Scenario: a reduce-only order is cancelled when a trade through zero flips the position
      Given "trader" has the open orders:
        | name | symbol   | side | price     | quantity | reduceOnly |
        | exit | {market} | sell | {far ask} | {3 size} | true       |
      And "trader" is short "{5 size}" of "{market}" against "other"
      When "trader" sends getOpenOrders
      Then the response lists nothing

    @clause:PLACEORDERS-TYPE-TRIGGERSL @clause:PLACEORDERS-ITEM-REDUCEONLY @assumed @R-64
    Scenario: a stop larger than the remaining position closes it and opens no other
      Given the world "bare"
      And "trader" is long "{3 size}" of "{market}" against "other"
      And "other" has placed:
        | symbol   | side | price     | quantity  |
        | {market} | buy  | {far bid} | {10 size} |
      And "trader" has the open orders:
        | name | symbol   | side | orderType | triggerPrice | isTriggerMarket | quantity | reduceOnly |
        | stop | {market} | sell | triggerSl | 94500        | true            | {3 size} | true       |
      And "trader" sells "{2 size}" of "{market}" to "other"
      When the index of "BTC-USDT" moves to "94500"
      And "trader" sends getPositions
      Then the response lists nothing
      When "trader" sends getTrades:
        | limit | number 1 |
      Then "trades" of the response lists:
        | price            | quantity | direction  |
        | {far bid, price} | {size}   | close long |

  Rule: a trade through zero closes one position and opens another

    @clause:STATE-POSITION-OPEN @clause:STATE-POSITION-CLOSE @clause:POSITION-FIELD-POSITIONID @assumed
    Scenario: a trade through zero gives the new position a new id
      When "trader" sends getPositions
      Then "[0].positionId" of the response is called "long"
      Given "trader" is short "{5 size}" of "{market}" against "other"
      When "trader" sends getPositions
      Then "[0].positionId" of the response is not "{long}"
      And the response lists:
        | side  | quantity |
        | short | {2 size} |
      When "trader" sends getPositionHistory
      Then the response is ok with:
        | positions[0].positionId | {long} |
