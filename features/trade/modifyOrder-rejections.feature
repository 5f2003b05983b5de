@trade @modifyOrder @negative
Feature: modifyOrder rejects a change that the order, the market or the account does not allow
  Background:
    Given the world "quiet"
    And "trader" has the open orders:
      | name | symbol   | side | price | quantity | postOnly |
      | bid  | BTC-USDT | buy  | 95000 | 0.5      | true     |

  Rule: only live orders of the subaccount can be modified

    @clause:STATE-ORDER-MODIFY-REJECTED @clause:MODIFYORDER-ERR-NOT-FOUND @assumed
    Scenario: modifyOrder rejects an unknown order as not found
      When "trader" sends modifyOrder:
        | orderId | 999   |
        | price   | 94000 |
      Then the response is ok with:
        | orderId   | 999             |
        | status    | rejected        |
        | error     | order not found |
        | errorCode | ORDER_NOT_FOUND |
      And nothing changed

    @clause:MODIFYORDER-OWN-ORDER
    Scenario: modifyOrder rejects an order of another subaccount as not found
      When "stranger" sends modifyOrder:
        | orderId | {bid} |
        | price   | 94000 |
      Then the response is ok with:
        | order     | {"venueId":"{bid}","clientId":""} |
        | status    | rejected                           |
        | error     | order not found                    |
        | errorCode | ORDER_NOT_FOUND                    |
      And nothing changed

    @clause:MODIFYORDER-FILLED @clause:STATE-ORDER-MODIFY-REJECTED
    Scenario: modifyOrder rejects a filled order as not found
      Given "other" has placed:
        | symbol   | side | orderType | price | quantity |
        | BTC-USDT | sell | limitIoc  | 95000 | 0.5      |
      When "trader" sends modifyOrder:
        | orderId  | {bid} |
        | quantity | 0.7   |
      Then the response is ok with:
        | status    | rejected        |
        | error     | order not found |
        | errorCode | ORDER_NOT_FOUND |
      And nothing changed

    @clause:MODIFYORDER-CANCELLED @clause:STATE-ORDER-MODIFY-REJECTED
    Scenario: modifyOrder rejects a cancelled order as not found
      Given "trader" has sent cancelOrders:
        | orderIds | ["{bid}"] |
      When "trader" sends modifyOrder:
        | orderId | {bid} |
        | price   | 94000 |
      Then the response is ok with:
        | status    | rejected        |
        | error     | order not found |
        | errorCode | ORDER_NOT_FOUND |
      And nothing changed

  Rule: a change is applied as a whole or not at all

    @clause:MODIFYORDER-ATOMIC @clause:MODIFYORDER-ERR-PARAMETERS @assumed
    Scenario Outline: modifyOrder to price <price> and quantity <quantity> is rejected with <code>
      When "trader" sends modifyOrder:
        | orderId  | {bid}      |
        | price    | <price>    |
        | quantity | <quantity> |
      Then the response is ok with:
        | status    | rejected  |
        | error     | <message> |
        | errorCode | <code>    |
      And nothing changed

      Examples:
        | price   | quantity  | code                  | message                     |
        | 94000.5 | 0.4       | INVALID_VALUE         | invalid price               |
        | 94000   | 0.400001  | INVALID_VALUE         | invalid quantity            |
        | 94000   | 100.00001 | INVALID_VALUE         | invalid quantity            |
        | 94000   | 0.0009    | QUANTITY_TOO_SMALL    | quantity below minimum      |
        | 105000  | 0.4       | PRICE_OUT_OF_BOUNDS   | price out of bounds         |
        | 95010   | 0.4       | POST_ONLY_WOULD_TRADE | post only order would trade |

    @clause:MODIFYORDER-MARGIN @clause:ERR-INSUFFICIENT-MARGIN
    Scenario: modifyOrder rejects a quantity without sufficient margin
      Given "trader" has the open orders:
        | name  | symbol   | side | price | quantity |
        | ether | ETH-USDT | buy  | 3200  | 2000     |
      When "trader" sends modifyOrder:
        | orderId  | {bid} |
        | price    | 94000 |
        | quantity | 100   |
      Then the response is ok with:
        | status    | rejected            |
        | error     | insufficient margin |
        | errorCode | INSUFFICIENT_MARGIN |
      And nothing changed

    @clause:MODIFYORDER-ERR-PARAMETERS @assumed
    Scenario Outline: modifyOrder rejects a total of <quantity>, which is not above the 0.2 that are filled
      Given "other" has placed:
        | symbol   | side | orderType | price | quantity |
        | BTC-USDT | sell | limitIoc  | 95000 | 0.2      |
      When "trader" sends modifyOrder:
        | orderId  | {bid}      |
        | quantity | <quantity> |
      Then the response is ok with:
        | status    | rejected                     |
        | error     | quantity below filled amount |
        | errorCode | QUANTITY_BELOW_FILLED        |
      And nothing changed

      Examples:
        | quantity |
        | 0.1      |
        | 0.2      |

    @clause:MODIFYORDER-PARAM-TRIGGERPRICE @assumed
    Scenario: modifyOrder rejects a trigger price for a plain order
      When "trader" sends modifyOrder:
        | orderId      | {bid} |
        | triggerPrice | 94000 |
      Then the response is ok with:
        | status    | rejected                          |
        | error     | order rejected by matching engine |
        | errorCode | ORDER_REJECTED_BY_ENGINE          |
      And nothing changed
