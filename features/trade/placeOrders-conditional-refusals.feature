@trade @placeOrders @negative
Feature: placeOrders refuses conditional orders with inconsistent fields
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: the whole request is validated before any order is placed

    @clause:VERSION-TRIGGERPRICETYPE-SHORT @assumed @R-29
    Scenario Outline: placeOrders refuses the whole request for <case>
      When "trader" places:
        | symbol   | side | orderType   | price     | triggerPrice | triggerPriceType | isTriggerMarket | quantity |
        | {market} | buy  | limitGtc    | {far bid} |              |                  |                 | {size}   |
        | {market} | sell | <orderType> | <price>   | <trigger>    | <type>           | <market>        | {size}   |
      Then the response is refused with 400 VALIDATION_ERROR "order 1: <text>"
      And nothing changed

      Examples:
        | case                            | orderType | price     | trigger   | type       | market | text                                             |
        | a stop without a trigger        | triggerSl |           |           |            | true   | triggerPrice is required for triggerSl orders    |
        | a take profit without one       | triggerTp | {far bid} |           |            | false  | triggerPrice is required for triggerTp orders    |
        | a trigger market with a price   | triggerSl | {far bid} | {far bid} |            | true   | price must be empty when isTriggerMarket is true |
        | a trigger limit without a price | triggerTp |           | {far bid} |            | false  | price is required when isTriggerMarket is false  |
        | a trigger of zero               | triggerSl |           | 0         |            | true   | triggerPrice is zero                             |
        | a negative trigger              | triggerSl |           | -1        |            | true   | triggerPrice is negative                         |
        | an unknown trigger price type   | triggerSl |           | {far bid} | index      | true   | trigger-price type unrecognised                  |
        | a former trigger price type     | triggerSl |           | {far bid} | mark_price | true   | trigger-price type unrecognised                  |

    @clause:PLACEORDERS-TYPE-TRIGGERSL @assumed @R-29
    Scenario: placeOrders refuses a conditional order with an expiry
      When "trader" places:
        | symbol   | side | orderType | triggerPrice | isTriggerMarket | quantity | expiresAt                      |
        | {market} | sell | triggerSl | {far bid}    | true            | {size}   | number {now + 60 s in seconds} |
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
        | case                                    | symbol          | price                                                    | trigger              | market | quantity                    | code                  | text                   |
        | an unknown market                       | NO-{settlement} |                                                          | {far bid}            | true   | {size}                      | MARKET_NOT_FOUND      | market not found       |
        | a trigger off the tick                  | {market}        |                                                          | {far bid + tick / 2} | true   | {size}                      | INVALID_TRIGGER_PRICE | invalid trigger price  |
        | a limit off the tick                    | {market}        | {far bid + tick / 2}                                     | {far bid}            | false  | {size}                      | INVALID_VALUE         | invalid price          |
        | a limit outside the band of its trigger | {market}        | {far bid x band bottom / mark - 2 ticks, to whole ticks} | {far bid}            | false  | {size}                      | PRICE_OUT_OF_BOUNDS   | price out of bounds    |
        | a quantity off the lot                  | {market}        |                                                          | {far bid}            | true   | {lot / 10}                  | INVALID_VALUE         | invalid quantity       |
        | a quantity below the minimum            | {market}        |                                                          | {far bid}            | true   | {size below minimum}        | QUANTITY_TOO_SMALL    | quantity below minimum |
        | more than a market order may ask for    | {market}        |                                                          | {far bid}            | true   | {largest market size + lot} | INVALID_VALUE         | invalid quantity       |

    @clause:PLACEORDERS-TYPE-TRIGGERSL @assumed @R-29
    Scenario Outline: placeOrders rejects a conditional order on the side of a <held> position
      Given "trader" is <held> "{5 size}" of "{market}" against "other"
      When "trader" places:
        | symbol   | side   | orderType | triggerPrice | isTriggerMarket | quantity | reduceOnly |
        | {market} | <side> | triggerSl | <trigger>    | true            | {size}   | true       |
      Then item 0 is refused with INVALID_ORDER_SIDE "conditional order must have opposite side to position"
      And nothing changed

      Examples:
        | held  | side | trigger   |
        | long  | buy  | {far ask} |
        | short | sell | {far bid} |

    @clause:PLACEORDERS-ITEM-CLIENTID @assumed @R-29
    Scenario: placeOrders rejects a conditional order with the client order id of an open one
      Given "trader" has placed:
        | symbol   | side | orderType | triggerPrice | isTriggerMarket | quantity | clientOrderId |
        | {market} | sell | triggerSl | {far bid}    | true            | {size}   | stop          |
      When "trader" places:
        | symbol   | side | orderType | triggerPrice | isTriggerMarket | quantity | clientOrderId |
        | {market} | sell | triggerTp | {far ask}    | true            | {size}   | stop          |
      Then item 0 is refused with IDEMPOTENCY_CONFLICT "duplicate clientOrderId"
      And nothing changed

    @clause:PLACEORDERS-TYPE-TRIGGERSL @assumed @R-29
    Scenario: placeOrders rejects a conditional order in a closed market
      Given market "{market}" is closed
      When "trader" places:
        | symbol   | side | orderType | triggerPrice | isTriggerMarket | quantity |
        | {market} | sell | triggerSl | {far bid}    | true            | {size}   |
      Then item 0 is refused with MARKET_CLOSED "market is closed"
      And nothing changed
