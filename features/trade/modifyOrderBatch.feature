@trade @modifyOrderBatch
Feature: modifyOrderBatch changes several orders, each on its own
  Background:
    Given the world "quiet"
    And "trader" has the open orders:
      | name | symbol          | side | price            | quantity      |
      | bid  | {market}        | buy  | {far bid}        | {size}        |
      | ask  | {second market} | sell | {second far ask} | {second size} |

  Rule: each change has the response of modifyOrder, in request order

    @clause:MODIFYORDERBATCH @assumed @R-11
    Scenario: modifyOrderBatch changes two orders
      When "trader" sends modifyOrderBatch:
        | orders[0].orderId  | {ask}                |
        | orders[0].quantity | {2 second size}      |
        | orders[1].orderId  | {bid}                |
        | orders[1].price    | {far bid - 10 ticks} |
      Then the response lists:
        | orderId | status   | price                       | quantity        | timestamp    |
        | {ask}   | modified | <absent>                    | {2 second size} | number {now} |
        | {bid}   | modified | {far bid - 10 ticks, price} | <absent>        | number {now} |
      And these facts changed, and no others:
        | fact          | from                                                                                               | to                                                                                                   |
        | order bid     | buy {size} at {far bid, price}, filled 0                                                           | buy {size} at {far bid - 10 ticks, price}, filled 0                                                  |
        | order ask     | sell {second size} at {second far ask, price}, filled 0                                            | sell {2 second size} at {second far ask, price}, filled 0                                            |
        | trader margin | {mark x size / default leverage + second mark x second size / second default leverage, 2 decimals} | {mark x size / default leverage + second mark x 2 second size / second default leverage, 2 decimals} |

    @clause:MODIFYORDERBATCH @clause:ERRRULE-REJECTION-200 @assumed @R-11
    Scenario: modifyOrderBatch handles each change on its own, so a rejected one stops no other
      When "trader" sends modifyOrderBatch:
        | orders[0].orderId  | {bid}                              |
        | orders[0].price    | {far bid - tick / 2}               |
        | orders[1].orderId  | 999                                |
        | orders[1].quantity | 1                                  |
        | orders[2].orderId  | {ask}                              |
        | orders[2].price    | {second far ask + 10 second ticks} |
      Then the response lists:
        | orderId | status   | errorCode       | error           | price                                     |
        | {bid}   | rejected | INVALID_VALUE   | invalid price   | <absent>                                  |
        | 999     | rejected | ORDER_NOT_FOUND | order not found | <absent>                                  |
        | {ask}   | modified | <absent>        | <absent>        | {second far ask + 10 second ticks, price} |
      And these facts changed, and no others:
        | fact      | from                                                    | to                                                                        |
        | order ask | sell {second size} at {second far ask, price}, filled 0 | sell {second size} at {second far ask + 10 second ticks, price}, filled 0 |

    @clause:MODIFYORDERBATCH @clause:RATE-COST-MODIFYORDERBATCH @assumed @R-11 @needs:limits
    Scenario: modifyOrderBatch trades a crossing change at once, before the next change
      When "trader" sends modifyOrderBatch:
        | orders[0].orderId | {bid}                |
        | orders[0].price   | 95010                |
        | orders[1].orderId | {bid}                |
        | orders[1].price   | {far bid - 10 ticks} |
      Then the response lists:
        | orderId | status   | cumQty   | avgPrice | errorCode       |
        | {bid}   | modified | {size}   | 95010.00 | <absent>        |
        | {bid}   | rejected | <absent> | <absent> | ORDER_NOT_FOUND |
      And the response is 200 with:
        | rateLimit | {"requestsCap":1200,"remainingTokens":1185} |

    @clause:MODIFYORDERBATCH @assumed @R-11
    Scenario: modifyOrderBatch accepts ten changes and refuses eleven
      When "trader" sends modifyOrderBatch:
        | orders | [{"orderId":"{bid}","price":"{far bid - 29 ticks}"},{"orderId":"{bid}","price":"{far bid - 28 ticks}"},{"orderId":"{bid}","price":"{far bid - 27 ticks}"},{"orderId":"{bid}","price":"{far bid - 26 ticks}"},{"orderId":"{bid}","price":"{far bid - 25 ticks}"},{"orderId":"{bid}","price":"{far bid - 24 ticks}"},{"orderId":"{bid}","price":"{far bid - 23 ticks}"},{"orderId":"{bid}","price":"{far bid - 22 ticks}"},{"orderId":"{bid}","price":"{far bid - 21 ticks}"},{"orderId":"{bid}","price":"{far bid - 20 ticks}"}] |
      Then the response is ok with:
        | .         | <10 items>                  |
        | [9].price | {far bid - 20 ticks, price} |
      And these facts changed, and no others:
        | fact      | from                                     | to                                                  |
        | order bid | buy {size} at {far bid, price}, filled 0 | buy {size} at {far bid - 20 ticks, price}, filled 0 |

  Rule: a malformed batch changes nothing

    @clause:MODIFYORDERBATCH @assumed @negative
    Scenario Outline: modifyOrderBatch with <case> is refused
      When "trader" sends modifyOrderBatch:
        | orders | <orders> |
      Then the response is refused with 400 <code> "<message>"
      And nothing changed

      Examples:
        | case              | orders                                                                                | code             | message                                                                               |
        | no list           | <absent>                                                                              | VALIDATION_ERROR | modifyOrderBatch: orders array cannot be empty                                        |
        | an empty list     | []                                                                                    | VALIDATION_ERROR | modifyOrderBatch: orders array cannot be empty                                        |
        | eleven changes    | [{},{},{},{},{},{},{},{},{},{},{}]                                                    | VALIDATION_ERROR | modifyOrderBatch: exceeds maximum batch size of 10                                    |
        | no id             | [{"orderId":"{bid}","price":"{far bid - 10 ticks}"},{"price":"{far bid - 10 ticks}"}] | VALIDATION_ERROR | order 1: orderId is required                                                          |
        | a word as id      | [{"orderId":"bid","price":"{far bid - 10 ticks}"}]                                    | VALIDATION_ERROR | order 0: orderId must be a valid integer                                              |
        | an id of zero     | [{"orderId":"0","price":"{far bid - 10 ticks}"}]                                      | VALIDATION_ERROR | order 0: orderId must be a positive integer                                           |
        | nothing to change | [{"orderId":"{bid}","price":"{far bid - 10 ticks}"},{"orderId":"{ask}"}]              | VALIDATION_ERROR | order 1: please provide at least one of the following: price, quantity, trigger price |
        | a price in words  | [{"orderId":"{bid}","price":"much"}]                                                  | VALIDATION_ERROR | order 0: price must be a valid decimal number                                         |
        | a price of zero   | [{"orderId":"{bid}","price":"0"}]                                                     | VALIDATION_ERROR | order 0: price must be a positive value                                               |
        | a bad quantity    | [{"orderId":"{bid}","quantity":"1e5"}]                                                | VALIDATION_ERROR | order 0: quantity must be a valid decimal number                                      |
        | a negative one    | [{"orderId":"{bid}","quantity":"-1"}]                                                 | VALIDATION_ERROR | order 0: quantity must be a positive value                                            |
        | an item of text   | ["{bid}"]                                                                             | INVALID_FORMAT   | Invalid request body                                                                  |

  Rule: only a ModifyOrderBatch signature is accepted

    @clause:AUTH-TYPE-OTHER-WRITES @assumed @R-11 @negative
    Scenario Outline: modifyOrderBatch refuses a signature over <what>
      When "trader" sends modifyOrderBatch:
        | orders[0].orderId | {bid}                |
        | orders[0].price   | {far bid - 10 ticks} |
        | <change>          | <value>              |
      Then the response is refused with 401 UNAUTHORIZED beginning "wallet 0x"
      And nothing changed

      Examples:
        | what          | change                            | value                |
        | another price | tampered.params.orders[0].price   | {far bid - 20 ticks} |
        | another order | tampered.params.orders[0].orderId | {ask}                |
        | its own name  | signing.action                    | modifyOrderBatch     |
        | another name  | signing.action                    | placeOrders          |
