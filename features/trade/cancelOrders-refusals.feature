@trade @cancelOrders @negative
Feature: cancelOrders refuses unknown orders and malformed lists
  Background:
    Given the world "quiet"
    And "trader" has the open orders:
      | name | symbol   | side | price     | quantity | clientOrderId |
      | bid  | {market} | buy  | {far bid} | {5 size} | mine          |

  Rule: only live orders of the subaccount are found

    @clause:ERR-ORDER-NOT-FOUND
    Scenario Outline: cancelOrders reports <case> as not found
      Given "stranger" is a trader
      When "<who>" sends cancelOrders:
        | <list> | [<id>] |
      Then item 0 is refused with ORDER_NOT_FOUND "order not found"
      And nothing changed

      Examples:
        | case                 | who      | list           | id                    |
        | an unknown id        | trader   | orderIds       | "999"                 |
        | an id never given    | trader   | orderIds       | "9223372036854775807" |
        | another's order      | stranger | orderIds       | "{bid}"               |
        | another's client id  | stranger | clientOrderIds | "mine"                |
        | an unknown client id | trader   | clientOrderIds | "yours"               |

    @clause:ERR-ORDER-NOT-FOUND @assumed
    Scenario: cancelOrders shows nothing of a foreign order but the id that was sent
      Given "stranger" is a trader
      When "stranger" sends cancelOrders:
        | orderIds | ["{bid}"] |
      Then the response is ok with:
        | statuses | [{"error":"order not found","errorCode":"ORDER_NOT_FOUND","order":{"venueId":"{bid}","clientId":""}}] |
      And nothing changed

    @clause:ERR-ORDER-NOT-FOUND
    Scenario: cancelOrders cancels an id that is named twice once
      When "trader" sends cancelOrders:
        | orderIds | ["{bid}", "{bid}"] |
      Then item 1 is refused with ORDER_NOT_FOUND "order not found"
      And the response is ok with:
        | statuses[0].canceled.id | {bid} |
      And these facts changed, and no others:
        | fact          | from                                           | to   |
        | order bid     | buy {5 size} at {far bid, price}, filled 0     | none |
        | trader margin | {mark x 5 size / default leverage, 2 decimals} | 0.00 |

    @clause:CANCELORDERS @assumed
    Scenario: cancelOrders accepts a hundred ids and refuses a hundred and one
      When "trader" sends cancelOrders:
        | orderIds | [1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63,64,65,66,67,68,69,70,71,72,73,74,75,76,77,78,79,80,81,82,83,84,85,86,87,88,89,90,91,92,93,94,95,96,97,98,99,100] |
      Then the response is ok with:
        | statuses | <100 items> |
      When "trader" sends cancelOrders:
        | orderIds | [1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63,64,65,66,67,68,69,70,71,72,73,74,75,76,77,78,79,80,81,82,83,84,85,86,87,88,89,90,91,92,93,94,95,96,97,98,99,100,101] |
      Then the response is refused with 400 VALIDATION_ERROR "orderIds cannot exceed 100 per request"
      And nothing changed

  Rule: a request needs exactly one list of well-formed ids

    @clause:CANCELORDERS @assumed
    Scenario Outline: cancelOrders refuses orderIds <orderIds> with clientOrderIds <clientIds>
      When "trader" sends cancelOrders:
        | orderIds       | <orderIds>  |
        | clientOrderIds | <clientIds> |
      Then the response is refused with 400 <code> "<message>"
      And nothing changed

      Examples: the lists
        | orderIds  | clientIds | code             | message                                                                   |
        | ["{bid}"] | ["mine"]  | VALIDATION_ERROR | cancelOrders payload: accepts either orderIds or clientOrderIds, not both |
        | <absent>  | <absent>  | VALIDATION_ERROR | orderIds must be nonempty                                                 |
        | []        | <absent>  | VALIDATION_ERROR | orderIds must be nonempty                                                 |
        | <absent>  | []        | VALIDATION_ERROR | orderIds must be nonempty                                                 |
        | {bid}     | <absent>  | INVALID_FORMAT   | Invalid request body                                                      |
        | <absent>  | [true]    | INVALID_FORMAT   | Invalid request body                                                      |

      Examples: an id
        | orderIds         | clientIds  | code             | message                                                  |
        | [""]             | <absent>   | VALIDATION_ERROR | orderId is required                                      |
        | ["{bid}", "abc"] | <absent>   | VALIDATION_ERROR | orderId must be a valid integer                          |
        | ["0x1"]          | <absent>   | VALIDATION_ERROR | orderId must be a valid integer                          |
        | ["0"]            | <absent>   | VALIDATION_ERROR | orderId must be a positive integer                       |
        | ["-5"]           | <absent>   | VALIDATION_ERROR | orderId must be a positive integer                       |
        | <absent>         | [""]       | VALIDATION_ERROR | clientOrderIds[0]: clientOrderId: input must be nonempty |
        | <absent>         | ["a","b?"] | VALIDATION_ERROR | clientOrderIds[1]: invalid string                        |
