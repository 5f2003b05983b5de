@trade @modifyOrderBatch
Feature: modifyOrderBatch changes several orders, each on its own
  Background:
    Given the world "quiet"
    And "trader" has the open orders:
      | name | symbol   | side | price | quantity |
      | bid  | BTC-USDT | buy  | 94000 | 0.1      |
      | ask  | ETH-USDT | sell | 3400  | 1        |

  Rule: each change has the response of modifyOrder, in request order

    @clause:MODIFYORDERBATCH @assumed @R-11
    Scenario: modifyOrderBatch changes two orders
      When "trader" sends modifyOrderBatch:
        | orders[0].orderId  | {ask} |
        | orders[0].quantity | 2     |
        | orders[1].orderId  | {bid} |
        | orders[1].price    | 93000 |
      Then the response lists:
        | orderId | status   | price    | quantity | timestamp    |
        | {ask}   | modified | <absent> | 2        | number {now} |
        | {bid}   | modified | 93000    | <absent> | number {now} |
      And these facts changed, and no others:
        | fact          | from                       | to                         |
        | order bid     | buy 0.1 at 94000, filled 0 | buy 0.1 at 93000, filled 0 |
        | order ask     | sell 1 at 3400.0, filled 0 | sell 2 at 3400.0, filled 0 |
        | trader margin | 1280.00                    | 1610.00                    |

    @clause:MODIFYORDERBATCH @clause:ERRRULE-REJECTION-200 @assumed @R-11
    Scenario: modifyOrderBatch handles each change on its own, so a rejected one stops no other
      When "trader" sends modifyOrderBatch:
        | orders[0].orderId  | {bid}   |
        | orders[0].price    | 93000.5 |
        | orders[1].orderId  | 999     |
        | orders[1].quantity | 1       |
        | orders[2].orderId  | {ask}   |
        | orders[2].price    | 3410    |
      Then the response lists:
        | orderId | status   | errorCode       | error           | price    |
        | {bid}   | rejected | INVALID_VALUE   | invalid price   | <absent> |
        | 999     | rejected | ORDER_NOT_FOUND | order not found | <absent> |
        | {ask}   | modified | <absent>        | <absent>        | 3410.0   |
      And these facts changed, and no others:
        | fact      | from                       | to                         |
        | order ask | sell 1 at 3400.0, filled 0 | sell 1 at 3410.0, filled 0 |

    @clause:MODIFYORDERBATCH @clause:RATE-COST-MODIFYORDERBATCH @assumed @R-11 @needs:limits
    Scenario: modifyOrderBatch trades a crossing change at once, before the next change
      When "trader" sends modifyOrderBatch:
        | orders[0].orderId | {bid} |
        | orders[0].price   | 95010 |
        | orders[1].orderId | {bid} |
        | orders[1].price   | 93000 |
      Then the response lists:
        | orderId | status   | cumQty   | avgPrice | errorCode       |
        | {bid}   | modified | 0.1      | 95010.00 | <absent>        |
        | {bid}   | rejected | <absent> | <absent> | ORDER_NOT_FOUND |
      And the response is 200 with:
        | rateLimit | {"requestsCap":1200,"remainingTokens":1185} |

    @clause:MODIFYORDERBATCH @assumed @R-11
    Scenario: modifyOrderBatch accepts ten changes and refuses eleven
      When "trader" sends modifyOrderBatch:
        | orders | [{"orderId":"{bid}","price":"93001"},{"orderId":"{bid}","price":"93002"},{"orderId":"{bid}","price":"93003"},{"orderId":"{bid}","price":"93004"},{"orderId":"{bid}","price":"93005"},{"orderId":"{bid}","price":"93006"},{"orderId":"{bid}","price":"93007"},{"orderId":"{bid}","price":"93008"},{"orderId":"{bid}","price":"93009"},{"orderId":"{bid}","price":"93010"}] |
      Then the response is ok with:
        | .         | <10 items> |
        | [9].price | 93010      |
      And these facts changed, and no others:
        | fact      | from                       | to                         |
        | order bid | buy 0.1 at 94000, filled 0 | buy 0.1 at 93010, filled 0 |

  Rule: a malformed batch changes nothing

    @clause:MODIFYORDERBATCH @assumed @negative
    Scenario Outline: modifyOrderBatch with <case> is refused
      When "trader" sends modifyOrderBatch:
        | orders | <orders> |
      Then the response is refused with 400 <code> "<message>"
      And nothing changed

      Examples:
        | case              | orders                                                                          | code             | message                                                                                 |
        | no list           | <absent>                                                                        | VALIDATION_ERROR | modifyOrderBatch: orders array cannot be empty                                          |
        | an empty list     | []                                                                              | VALIDATION_ERROR | modifyOrderBatch: orders array cannot be empty                                          |
        | eleven changes    | [{},{},{},{},{},{},{},{},{},{},{}]                                              | VALIDATION_ERROR | modifyOrderBatch: exceeds maximum batch size of 10                                      |
        | no id             | [{"orderId":"{bid}","price":"93000"},{"price":"93000"}]                         | VALIDATION_ERROR | order 1: orderId is required                                                            |
        | a word as id      | [{"orderId":"bid","price":"93000"}]                                             | VALIDATION_ERROR | order 0: orderId must be a valid integer                                                |
        | an id of zero     | [{"orderId":"0","price":"93000"}]                                               | VALIDATION_ERROR | order 0: orderId must be a positive integer                                             |
        | nothing to change | [{"orderId":"{bid}","price":"93000"},{"orderId":"{ask}"}]                       | VALIDATION_ERROR | order 1: please provide at least one of the following: price, quantity, trigger price   |
        | a price in words  | [{"orderId":"{bid}","price":"much"}]                                            | VALIDATION_ERROR | order 0: price must be a valid decimal number                                           |
        | a price of zero   | [{"orderId":"{bid}","price":"0"}]                                               | VALIDATION_ERROR | order 0: price must be a positive value                                                 |
        | a bad quantity    | [{"orderId":"{bid}","quantity":"1e5"}]                                          | VALIDATION_ERROR | order 0: quantity must be a valid decimal number                                        |
        | a negative one    | [{"orderId":"{bid}","quantity":"-1"}]                                           | VALIDATION_ERROR | order 0: quantity must be a positive value                                              |
        | an item of text   | ["{bid}"]                                                                       | INVALID_FORMAT   | Invalid request body                                                                    |

  Rule: only a ModifyOrderBatch signature is accepted

    @clause:AUTH-TYPE-OTHER-WRITES @assumed @R-11 @negative
    Scenario Outline: modifyOrderBatch refuses a signature over <what>
      When "trader" sends modifyOrderBatch:
        | orders[0].orderId | {bid}   |
        | orders[0].price   | 93000   |
        | <change>          | <value> |
      Then the response is refused with 401 UNAUTHORIZED beginning "wallet 0x"
      And nothing changed

      Examples:
        | what               | change                          | value        |
        | another price      | tampered.params.orders[0].price | 92000        |
        | another order      | tampered.params.orders[0].orderId | {ask}      |
        | its own name       | signing.action                  | modifyOrderBatch |
        | another name       | signing.action                  | placeOrders  |
