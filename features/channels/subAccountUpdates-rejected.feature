@channels @subAccountUpdates @negative
Feature: subAccountUpdates sends a rejected order with the fields it would have been stored with
  Background:
    Given the world "quiet"
    And "trader" has the open orders:
      | name | symbol   | side | price | quantity | clientOrderId |
      | bid  | BTC-USDT | buy  | 90000 | 0.1      | mine          |
    And "trader" follows subAccountUpdates

  Rule: orderRejected carries the terms of the order, the reason and no id

    @clause:WS-EVENT-ORDER @assumed
    Scenario Outline: orderRejected of a <kind> order carries its terms and the code IDEMPOTENCY_CONFLICT
      When "trader" places:
        | symbol   | side | orderType   | price   | triggerPrice | triggerPriceType | isTriggerMarket | quantity | clientOrderId | reduceOnly |
        | BTC-USDT | sell | <orderType> | <price> | <trigger>    | <watches>        | <market>        | 0.1      | mine          | <sends>    |
      Then item 0 is refused with IDEMPOTENCY_CONFLICT "duplicate clientOrderId"
      And the stream of "trader" sends in order:
        | eventType     | orderType | side | price   | triggerPrice | triggerPriceType | reduceOnly | clientOrderId | orderId | order.clientId | errorCode            |
        | orderRejected | <kind>    | sell | <shown> | <told>       | <watched>        | <flag>     | mine          | <empty> | mine           | IDEMPOTENCY_CONFLICT |
      And nothing else arrived

      Examples:
        | kind             | orderType | price | trigger | watches | market | shown   | told     | watched  | flag     | sends |
        | limit            | limitGtc  | 96000 |         |         |        | 96000   | <absent> | <absent> | <absent> |       |
        | market           | market    |       |         |         |        | <empty> | <absent> | <absent> | <absent> |       |
        | stopMarket       | triggerSl |       | 94000   | mark    | true   | <empty> | 94000    | mark     | true     | true  |
        | stopLimit        | triggerSl | 93900 | 94000   | last    | false  | 93900   | 94000    | last     | <absent> |       |
        | takeProfitMarket | triggerTp |       | 96000   | last    | true   | <empty> | 96000    | last     | true     | true  |
        | takeProfitLimit  | triggerTp | 95900 | 96000   | mark    | false  | 95900   | 96000    | mark     | true     | true  |

    @clause:WS-EVENT-ORDER @assumed
    Scenario: orderRejected of a TWAP carries its terms and the code IDEMPOTENCY_CONFLICT
      When "trader" places with grouping "twap":
        | symbol   | side | orderType | price | quantity | durationSeconds | clientOrderId |
        | BTC-USDT | buy  | twap      |       | 1        | number 600      | mine          |
      Then item 0 is refused with IDEMPOTENCY_CONFLICT "duplicate clientOrderId"
      And the stream of "trader" sends in order:
        | eventType     | orderType | side | price   | quantity | errorCode            |
        | orderRejected | twap      | buy  | <empty> | 1        | IDEMPOTENCY_CONFLICT |
      And nothing else arrived

  Rule: orderRejected carries the options of the order

    @clause:WS-EVENT-ORDER @assumed
    Scenario: orderRejected of a good-till-date order carries its expiry
      When "trader" places:
        | symbol   | side | orderType | price | quantity | expiresAt                     | clientOrderId |
        | BTC-USDT | buy  | limitGtd  | 94000 | 0.1      | number {now + 1 h in seconds} | mine          |
      Then item 0 is refused with IDEMPOTENCY_CONFLICT "duplicate clientOrderId"
      And the stream of "trader" sends in order:
        | eventType     | orderType | expiresAt          |
        | orderRejected | limit     | number {now + 1 h} |
      And nothing else arrived

    @clause:WS-EVENT-ORDER @assumed
    Scenario Outline: orderRejected of an order that <what> carries that option
      When "trader" places:
        | symbol   | side | orderType   | price   | triggerPrice | isTriggerMarket | quantity   | <flag> | clientOrderId |
        | BTC-USDT | sell | <orderType> | <price> | <trigger>    | <market>        | <quantity> | true   | mine          |
      Then item 0 is refused with IDEMPOTENCY_CONFLICT "duplicate clientOrderId"
      And the stream of "trader" sends in order:
        | eventType     | <flag> | quantity | remainingQuantity |
        | orderRejected | true   | <size>   | <size>            |
      And nothing else arrived

      Examples:
        | what                | orderType | price | trigger | market | quantity | flag          | size |
        | must not take       | limitAlo  | 96000 |         |        | 0.1      | postOnly      | 0.1  |
        | may only reduce     | limitGtc  | 96000 |         |        | 0.1      | reduceOnly    | 0.1  |
        | closes the position | triggerSl |       | 94000   | true   |          | closePosition | 0    |
