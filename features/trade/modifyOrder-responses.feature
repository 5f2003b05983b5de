@trade @modifyOrder
Feature: the response of modifyOrder names the order and what was modified
  Background:
    Given the world "quiet"
    And "trader" has the open orders:
      | name | symbol   | side | price     | quantity | clientOrderId |
      | bid  | {market} | buy  | {far bid} | {5 size} | mine          |

  Rule: a success names the order and repeats only the changed fields

    @clause:MODIFYORDER-RESP-ORDER @clause:MODIFYORDER-RESP-ORDERID @clause:MODIFYORDER-RESP-TIMESTAMP
    @clause:ORDERREF-CANONICAL-PRESENT @clause:ORDERREF-FLAT-PRESENT
    Scenario: modifyOrder returns the identifier object, the flat id and a time in milliseconds
      When "trader" sends modifyOrder:
        | orderId | {bid}                |
        | price   | {far bid - 10 ticks} |
      Then the response is ok with:
        | order     | {"venueId":"{bid}","clientId":"mine"} |
        | orderId   | {bid}                                 |
        | timestamp | number {now}                          |

    @clause:MODIFYORDER-RESP-PRICE @clause:MODIFYORDER-RESP-QUANTITY @clause:MODIFYORDER-RESP-TRIGGERPRICE
    Scenario Outline: modifyOrder of <what> returns that field alone
      When "trader" sends modifyOrder:
        | orderId  | {bid}      |
        | price    | <price>    |
        | quantity | <quantity> |
      Then the response has exactly the keys "<keys>"

      Examples:
        | what     | price                | quantity | keys                                               |
        | price    | {far bid - 10 ticks} | <absent> | order, orderId, price, status, timestamp           |
        | price    | {far bid - 10 ticks} | <empty>  | order, orderId, price, status, timestamp           |
        | quantity | <absent>             | {4 size} | order, orderId, quantity, status, timestamp        |
        | both     | {far bid - 10 ticks} | {4 size} | order, orderId, price, quantity, status, timestamp |

  Rule: a rejection by the engine is a result and not an error

    @clause:MODIFYORDER-REJECT-HTTP @clause:MODIFYORDER-REJECT-ERROR @clause:MODIFYORDER-REJECT-ERRORCODE
    @clause:MODIFYORDER-REJECT-TIMESTAMP @clause:ERRRULE-REJECTION-200 @negative
    Scenario: a rejection responds 200 with status rejected, a reason and a time
      When "trader" sends modifyOrder:
        | orderId | {bid}                |
        | price   | {far bid - tick / 2} |
      Then the response is 200 with:
        | status             | ok            |
        | error              | <absent>      |
        | response.status    | rejected      |
        | response.error     | invalid price |
        | response.errorCode | INVALID_VALUE |
        | response.timestamp | number {now}  |
      And nothing changed

    @clause:MODIFYORDER-REJECT-HTTP @assumed @negative
    Scenario Outline: a rejection of an order named by <name> carries the keys <keys>
      When "trader" sends modifyOrder:
        | <name> | <value>              |
        | price  | {far bid - 10 ticks} |
      Then the response has exactly the keys "<keys>"
      And nothing changed

      Examples:
        | name          | value | keys                                                |
        | orderId       | 999   | error, errorCode, order, orderId, status, timestamp |
        | clientOrderId | yours | error, errorCode, status, timestamp                 |

    @clause:MODIFYORDER-REQUEST-FAILURE @negative
    Scenario: a refused request has the error envelope
      When "trader" sends modifyOrder:
        | orderId | {bid} |
        | price   | cheap |
      Then the response is 400 with:
        | status        | error                                |
        | response      | <absent>                             |
        | error.code    | VALIDATION_ERROR                     |
        | error.message | price must be a valid decimal number |
      And nothing changed
