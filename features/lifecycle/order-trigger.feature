@trade @lifecycle
Feature: an order that waits for a price goes to market once
  Background:
    Given the world "quiet"
    And "trader" is long "0.5" BTC-USDT at "95000" against "other"
    And "trader" has the open orders:
      | name | symbol   | side | orderType | price | triggerPrice | isTriggerMarket | quantity |
      | take | BTC-USDT | sell | triggerTp | 96000 | 95500        | false           | 0.1      |
      | stop | BTC-USDT | sell | triggerSl |       | 94500        | true            | 0.2      |

  Rule: it is placed when it fires, and rests or fills from there

    @transition:order/placed/trigger @clause:PLACEORDERS-TYPE-TRIGGERTP @assumed @R-24 @R-25
    Scenario: placed, then placed once more
      When the index of "BTC-USDT" moves to "95500"
      And "trader" sends getOrderHistory:
        | type | TAKE_PROFIT |
      Then the response lists:
        | orderId | status | price | triggerPrice | filledQuantity |
        | {take}  | placed | 96000 | 95500        | 0              |
        | {take}  | placed | 96000 | 95500        | 0              |

    @transition:order/modified/trigger @clause:STATE-ORDER-MODIFY-REPLACES @assumed @R-24 @R-25
    Scenario: modified, then placed at the trigger it has now
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

  Rule: one that has ended watches no price

    @transition:order/filled/trigger @clause:PLACEORDERS-TYPE-TRIGGERSL @assumed @R-24 @R-25
    Scenario: filled, it fires no second time
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
    Scenario: cancelled, it does not fire
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
