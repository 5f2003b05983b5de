@trade @placeOrders
Feature: reduce-only orders never close more than the position
  Background:
    Given the world "bare"
    And "trader" is long "0.3" BTC-USDT at "95000" against "other"

  Rule: all reduce-only orders together are at most as large as the position

    @clause:PLACEORDERS-ITEM-REDUCEONLY @assumed @negative
    Scenario: placeOrders rejects a reduce-only order beside one that closes the whole position
      Given "trader" has the open orders:
        | name | symbol   | side | price | quantity | reduceOnly |
        | all  | BTC-USDT | sell | 95100 | 0.3      | true       |
      When "trader" places:
        | symbol   | side | price | quantity | reduceOnly |
        | BTC-USDT | sell | 95200 | 0.1      | true       |
      Then item 0 is refused with REDUCE_ONLY_WOULD_INCREASE "reduce-only orders would exceed position size"
      And nothing changed

    @clause:PLACEORDERS-ITEM-REDUCEONLY @clause:STATE-ORDER-LOCAL-CANCEL @assumed @R-64
    Scenario: the newest reduce-only order is trimmed when the position shrinks
      Given "trader" has the open orders:
        | name  | symbol   | side | price | quantity | reduceOnly |
        | older | BTC-USDT | sell | 95100 | 0.2      | true       |
        | newer | BTC-USDT | sell | 95050 | 0.1      | true       |
      And "other" has placed:
        | symbol   | side | price | quantity |
        | BTC-USDT | buy  | 95000 | 0.2      |
      And "trader" sells "0.2" BTC-USDT at "95000"
      When "other" places:
        | symbol   | side | orderType | price | quantity |
        | BTC-USDT | buy  | limitIoc  | 95100 | 1        |
      Then the response is ok with:
        | statuses[0].filled.totalSize | 0.1      |
        | statuses[0].filled.avgPrice  | 95100.00 |
      When "trader" sends getPositions
      Then the response lists nothing

    @clause:PLACEORDERS-ITEM-REDUCEONLY @clause:STATE-ORDER-LOCAL-CANCEL @assumed @R-64
    Scenario: a reduce-only order is cancelled when a trade through zero flips the position
      Given "trader" has the open orders:
        | name | symbol   | side | price | quantity | reduceOnly |
        | exit | BTC-USDT | sell | 95100 | 0.3      | true       |
      And "trader" is short "0.5" BTC-USDT at "95000" against "other"
      When "trader" sends getOpenOrders
      Then the response lists nothing

    @clause:PLACEORDERS-TYPE-TRIGGERSL @clause:PLACEORDERS-ITEM-REDUCEONLY @assumed @R-64
    Scenario: a stop larger than the remaining position closes it and opens no other
      Given "other" has placed:
        | symbol   | side | price | quantity |
        | BTC-USDT | buy  | 95000 | 0.2      |
        | BTC-USDT | buy  | 94000 | 1        |
      And "trader" has the open orders:
        | name | symbol   | side | orderType | triggerPrice | isTriggerMarket | quantity | reduceOnly |
        | stop | BTC-USDT | sell | triggerSl | 94500        | true            | 0.3      | true       |
      And "trader" sells "0.2" BTC-USDT at "95000"
      When the index of "BTC-USDT" moves to "94500"
      And "trader" sends getPositions
      Then the response lists nothing
      When "trader" sends getTrades:
        | limit | number 1 |
      Then "trades" of the response lists:
        | price | quantity | direction  |
        | 94000 | 0.1      | close long |

  Rule: a trade through zero closes one position and opens another

    @clause:STATE-POSITION-OPEN @clause:STATE-POSITION-CLOSE @clause:POSITION-FIELD-POSITIONID @assumed
    Scenario: a trade through zero gives the new position a new id
      When "trader" sends getPositions
      Then "[0].positionId" of the response is called "long"
      Given "trader" is short "0.5" BTC-USDT at "95000" against "other"
      When "trader" sends getPositions
      Then "[0].positionId" of the response is not "{long}"
      And the response lists:
        | side  | quantity |
        | short | 0.2      |
      When "trader" sends getPositionHistory
      Then the response is ok with:
        | positions[0].positionId | {long} |
