@trade @lifecycle
Feature: a conditional order fires once
  Background:
    Given the world "quiet"
    And "trader" is long "0.5" BTC-USDT at "95000" against "other"
    And "trader" has the open orders:
      | name | symbol   | side | orderType | price | triggerPrice | isTriggerMarket | quantity |
      | take | BTC-USDT | sell | triggerTp | 96000 | 95500        | false           | 0.1      |
      | stop | BTC-USDT | sell | triggerSl |       | 94500        | true            | 0.2      |

  Rule: a fired order is placed again and rests or fills

    @transition:order/placed/trigger @clause:PLACEORDERS-TYPE-TRIGGERTP @assumed @R-24 @R-25
    Scenario: a fired take profit limit has a second row with status placed
      When the index of "BTC-USDT" moves to "95500"
      And "trader" sends getOrderHistory:
        | type | TAKE_PROFIT |
      Then the response lists:
        | orderId | status | price | triggerPrice | filledQuantity |
        | {take}  | placed | 96000 | 95500        | 0              |
        | {take}  | placed | 96000 | 95500        | 0              |

    @transition:order/modified/trigger @clause:STATE-ORDER-MODIFY-REPLACES @assumed @R-24 @R-25
    Scenario: a modified take profit fires at its new trigger
      Given "trader" has sent modifyOrder:
        | orderId      | {take} |
        | triggerPrice | 95600  |
      When the index of "BTC-USDT" moves to "95500"
      And "trader" sends getOrderHistory:
        | type | TAKE_PROFIT |
      Then the response lists:
        | orderId | status   | triggerPrice |
        | {take}  | modified | 95600        |
        | {take}  | placed   | 95500        |
      When the index of "BTC-USDT" moves to "95600"
      And "trader" sends getOrderHistory:
        | type | TAKE_PROFIT |
      Then the response lists:
        | orderId | status   | triggerPrice |
        | {take}  | placed   | 95600        |
        | {take}  | modified | 95600        |
        | {take}  | placed   | 95500        |

  Rule: an order that has ended does not fire

    @transition:order/filled/trigger @clause:PLACEORDERS-TYPE-TRIGGERSL @assumed @R-24 @R-25
    Scenario: a filled stop does not fire a second time
      Given the index of "BTC-USDT" is "94500"
      And the index of "BTC-USDT" is "95000"
      And the index of "BTC-USDT" is "94500"
      When "trader" sends getOrderHistory:
        | type | STOP_LOSS |
      Then the response lists:
        | orderId | status | filledQuantity |
        | {stop}  | filled | 0.2            |
        | {stop}  | placed | 0              |
        | {stop}  | placed | 0              |
      When "trader" sends getPositions
      Then the response lists:
        | side | quantity |
        | long | 0.3      |

    @transition:order/cancelled/trigger @clause:STATE-ORDER-CANCEL-ONE @assumed @R-24 @R-25
    Scenario: a cancelled stop does not fire
      Given "trader" has sent cancelOrders:
        | orderIds | ["{stop}"] |
      And the index of "BTC-USDT" is "94500"
      When "trader" sends getOrderHistory:
        | type | STOP_LOSS |
      Then the response lists:
        | orderId | status     | filledQuantity |
        | {stop}  | cancelled  | 0              |
        | {stop}  | cancelling | 0              |
        | {stop}  | placed     | 0              |
      When "trader" sends getPositions
      Then the response lists:
        | side | quantity |
        | long | 0.5      |
