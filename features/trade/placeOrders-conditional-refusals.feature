@trade @placeOrders @negative
Feature: placeOrders refuses conditional orders with inconsistent fields
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: the whole request is validated before any order is placed

    @clause:VERSION-TRIGGERPRICETYPE-SHORT @assumed @R-29
    Scenario Outline: placeOrders refuses the whole request for <case>
      When "trader" places:
        | symbol   | side | orderType   | price   | triggerPrice | triggerPriceType | isTriggerMarket | quantity |
        | BTC-USDT | buy  | limitGtc    | 94000   |              |                  |                 | 0.1      |
        | BTC-USDT | sell | <orderType> | <price> | <trigger>    | <type>           | <market>        | 0.1      |
      Then the response is refused with 400 VALIDATION_ERROR "order 1: <text>"
      And nothing changed

      Examples:
        | case                            | orderType | price | trigger | type  | market | text                                            |
        | a stop without a trigger        | triggerSl |       |         |       | true   | triggerPrice is required for triggerSl orders   |
        | a take profit without one       | triggerTp | 94000 |         |       | false  | triggerPrice is required for triggerTp orders   |
        | a trigger market with a price   | triggerSl | 94000 | 94000   |       | true   | price must be empty when isTriggerMarket is true |
        | a trigger limit without a price | triggerTp |       | 94000   |       | false  | price is required when isTriggerMarket is false |
        | a trigger of zero               | triggerSl |       | 0       |       | true   | triggerPrice is zero                            |
        | a negative trigger              | triggerSl |       | -1      |       | true   | triggerPrice is negative                        |
        | an unknown trigger price type   | triggerSl |       | 94000   | index | true   | trigger-price type unrecognised                 |
        | a former trigger price type     | triggerSl |       | 94000   | mark_price | true | trigger-price type unrecognised              |

    @clause:PLACEORDERS-TYPE-TRIGGERSL @assumed @R-29
    Scenario: placeOrders refuses a conditional order with an expiry
      When "trader" places:
        | symbol   | side | orderType | triggerPrice | isTriggerMarket | quantity | expiresAt                      |
        | BTC-USDT | sell | triggerSl | 94000        | true            | 0.1      | number {now + 60 s in seconds} |
      Then the response is refused with 400 VALIDATION_ERROR "order 0: expiresAt is only valid for limitGtd orders"
      And nothing changed

  Rule: the engine checks each order on its own

    @clause:PLACEORDERS-ITEM-QUANTITY @assumed @R-29
    Scenario Outline: placeOrders rejects a conditional order with <case>
      When "trader" places:
        | symbol   | side | orderType | price   | triggerPrice | isTriggerMarket | quantity   |
        | <symbol> | sell | triggerSl | <price> | <trigger>    | <market>        | <quantity> |
      Then item 0 is refused with <code> "<text>"
      And nothing changed

      Examples:
        | case                                     | symbol   | price   | trigger | market | quantity | code                  | text                   |
        | an unknown market                        | ABC-USDT |         | 94000   | true   | 0.1      | MARKET_NOT_FOUND      | market not found       |
        | a trigger off the tick                   | BTC-USDT |         | 94000.5 | true   | 0.1      | INVALID_TRIGGER_PRICE | invalid trigger price  |
        | a limit off the tick                     | BTC-USDT | 94000.5 | 94000   | false  | 0.1      | INVALID_VALUE         | invalid price          |
        | a limit outside the band of its trigger  | BTC-USDT | 89299   | 94000   | false  | 0.1      | PRICE_OUT_OF_BOUNDS   | price out of bounds    |
        | a quantity off the lot                   | BTC-USDT |         | 94000   | true   | 0.000001 | INVALID_VALUE         | invalid quantity       |
        | a quantity below the minimum             | BTC-USDT |         | 94000   | true   | 0.0009   | QUANTITY_TOO_SMALL    | quantity below minimum |
        | more than a market order may ask for     | BTC-USDT |         | 94000   | true   | 10.00001 | INVALID_VALUE         | invalid quantity       |

    @clause:PLACEORDERS-TYPE-TRIGGERSL @assumed @R-29
    Scenario Outline: placeOrders rejects a conditional order on the side of a <held> position
      Given "trader" is <held> "0.5" BTC-USDT at "95000" against "other"
      When "trader" places:
        | symbol   | side   | orderType | triggerPrice | isTriggerMarket | quantity | reduceOnly |
        | BTC-USDT | <side> | triggerSl | <trigger>    | true            | 0.1      | true       |
      Then item 0 is refused with INVALID_ORDER_SIDE "conditional order must have opposite side to position"
      And nothing changed

      Examples:
        | held  | side | trigger |
        | long  | buy  | 96000   |
        | short | sell | 94000   |

    @clause:PLACEORDERS-ITEM-CLIENTID @assumed @R-29
    Scenario: placeOrders rejects a conditional order with the client order id of an open one
      Given "trader" has placed:
        | symbol   | side | orderType | triggerPrice | isTriggerMarket | quantity | clientOrderId |
        | BTC-USDT | sell | triggerSl | 94000        | true            | 0.1      | stop          |
      When "trader" places:
        | symbol   | side | orderType | triggerPrice | isTriggerMarket | quantity | clientOrderId |
        | BTC-USDT | sell | triggerTp | 96000        | true            | 0.1      | stop          |
      Then item 0 is refused with IDEMPOTENCY_CONFLICT "duplicate clientOrderId"
      And nothing changed

    @clause:PLACEORDERS-TYPE-TRIGGERSL @assumed @R-29
    Scenario: placeOrders rejects a conditional order in a closed market
      Given market "BTC-USDT" is closed
      When "trader" places:
        | symbol   | side | orderType | triggerPrice | isTriggerMarket | quantity |
        | BTC-USDT | sell | triggerSl | 94000        | true            | 0.1      |
      Then item 0 is refused with MARKET_CLOSED "market is closed"
      And nothing changed
