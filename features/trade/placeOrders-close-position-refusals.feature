@trade @placeOrders @negative
Feature: placeOrders refuses closePosition on an order that waits for no trigger
  Background:
    Given the world "quiet"
    And "trader" is long "{5 size}" of "{market}" against "other"

  Rule: closePosition is never ignored

    @clause:PLACEORDERS-ITEM-QUANTITY @assumed @R-111
    Scenario Outline: placeOrders refuses a <orderType> order with closePosition and the quantity "<quantity>"
      When "trader" places:
        | symbol   | side | orderType   | price   | quantity   | closePosition | expiresAt |
        | {market} | sell | <orderType> | <price> | <quantity> | true          | <expires> |
      Then the response is refused with 400 VALIDATION_ERROR "order 0: closePosition is only valid for trigger orders"
      And nothing changed

      Examples:
        | orderType | price     | quantity | expires                        |
        | limitGtc  | {far ask} | {5 size} |                                |
        | limitIoc  | {far bid} | {5 size} |                                |
        | limitGtd  | {far ask} | {5 size} | number {now + 60 s in seconds} |
        | limitAlo  | {far ask} | {5 size} |                                |
        | market    |           | {5 size} |                                |
        | market    |           | 0        |                                |
        | market    |           |          |                                |

    @clause:PLACEORDERS-TYPE-TWAP @assumed @R-111
    Scenario: placeOrders refuses a TWAP with closePosition
      When "trader" places with grouping "twap":
        | symbol   | side | orderType | quantity | durationSeconds | closePosition |
        | {market} | sell | twap      | {5 size} | number 300      | true          |
      Then the response is refused with 400 VALIDATION_ERROR "order 0: closePosition is only valid for trigger orders"
      And nothing changed

    @clause:PLACEORDERS-ITEM-QUANTITY @assumed @R-111
    Scenario: placeOrders refuses the whole batch for closePosition on its second order
      When "trader" places:
        | symbol   | side | orderType | price     | quantity | closePosition |
        | {market} | sell | limitGtc  | {far ask} | {size}   |               |
        | {market} | sell | limitGtc  | {far ask} | {size}   | true          |
      Then the response is refused with 400 VALIDATION_ERROR "order 1: closePosition is only valid for trigger orders"
      And nothing changed

    @clause:PLACEORDERS-GROUPING-NORMALTPSL @assumed @R-111
    Scenario: placeOrders refuses linked orders whose main order has closePosition
      When "trader" places with grouping "normalTpsl":
        | symbol   | side | orderType | price     | triggerPrice         | isTriggerMarket | quantity | closePosition |
        | {market} | buy  | limitGtc  | {far bid} |                      |                 | {size}   | true          |
        | {market} | sell | triggerSl |           | {far bid - 10 ticks} | true            | {size}   | false         |
      Then the response is refused with 400 VALIDATION_ERROR "order 0: closePosition is only valid for trigger orders"
      And nothing changed

    @clause:PLACEISOLATEDORDER @assumed @R-111
    Scenario: placeIsolatedOrder refuses an order with closePosition
      When "trader" sends placeIsolatedOrder:
        | order.symbol        | {second market}                                    |
        | order.side          | buy                                                |
        | order.orderType     | limitGtc                                           |
        | order.price         | 3000                                               |
        | order.quantity      | 1                                                  |
        | order.closePosition | true                                               |
        | leverage            | 5                                                  |
        | isolatedMargin      | {second mark x second size / 4, cut to 2 decimals} |
      Then the response is refused with 400 VALIDATION_ERROR "order 0: closePosition is only valid for trigger orders"
      And nothing changed

  Rule: a conditional order without a trigger gets the reason of its own

    @clause:PLACEORDERS-TYPE-TRIGGERSL @assumed @R-111
    Scenario: placeOrders refuses an order type that it does not have before it looks at closePosition
      When "trader" places:
        | symbol   | side | orderType | triggerPrice | quantity | closePosition |
        | {market} | sell | limitFok  |              | {size}   | true          |
      Then the response is refused with 400 VALIDATION_ERROR "order 0: invalid orderType 'limitFok'"
      And nothing changed
