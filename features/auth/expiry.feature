@trade @auth
Feature: a request is accepted before its expiry and refused from then on
  Background:
    Given the world "quiet"
    And "trader" has the open orders:
      | name | symbol   | side | price     | quantity |
      | bid  | {market} | buy  | {far bid} | {2 size} |

  Rule: expiresAfter is a point in time, in milliseconds or in seconds

    @clause:AUTH-EXPIRESAFTER-PAST @assumed @R-05 @negative
    Scenario Outline: cancelOrders with an expiry <when> is refused as expired
      When "trader" sends cancelOrders:
        | orderIds         | ["{bid}"]   |
        | top.expiresAfter | number <at> |
      Then the response is refused with 401 UNAUTHORIZED "request expired"
      And nothing changed

      @clause:AUTH-EXPIRESAFTER-UNIT
      Examples: milliseconds
        | when              | at           |
        | a day ago         | {now - 1 d}  |
        | a millisecond ago | {now - 1 ms} |
        | this very moment  | {now}        |
        | in 1973, in ms    | 100000000000 |

      Examples: seconds
        | when             | at                     |
        | a second ago     | {now - 1 s in seconds} |
        | this very second | {now in seconds}       |
        | in 1970          | 1                      |

    @clause:AUTH-EXPIRESAFTER-FUTURE @clause:REQ-EXPIRESAFTER @assumed @R-05 @needs:clock
    Scenario Outline: cancelOrders with an expiry <when> is accepted
      When "trader" sends cancelOrders:
        | orderIds         | ["{bid}"] |
        | top.expiresAfter | <at>      |
      Then the response is ok with:
        | statuses[0].canceled.id | {bid} |
      And these facts changed, and no others:
        | fact          | from                                           | to   |
        | order bid     | buy {2 size} at {far bid, price}, filled 0     | none |
        | trader margin | {mark x 2 size / default leverage, 2 decimals} | 0.00 |

      Examples:
        | when                   | at                            |
        | in a millisecond       | number {now + 1 ms}           |
        | in a second            | number {now + 1 s in seconds} |
        | in the year 5138, in s | number 99999999999            |

    @clause:REQ-EXPIRESAFTER @clause:AUTH-READ-EXPIRESAFTER-ZERO
    Scenario Outline: cancelOrders with expiresAfter <value> never expires
      When "trader" sends getOpenOrders:
        | top.expiresAfter | <value> |
      Then the response lists:
        | orderId |
        | {bid}   |

      Examples:
        | value    |
        | <absent> |
        | number 0 |
        | null     |

    @clause:REQ-EXPIRESAFTER @assumed @negative
    Scenario Outline: cancelOrders with expiresAfter <value> is refused as malformed
      When "trader" sends cancelOrders:
        | orderIds         | ["{bid}"] |
        | top.expiresAfter | <value>   |
      Then the response is refused with 400 VALIDATION_ERROR "expiresAfter must be an unsigned 64-bit integer"
      And nothing changed

      Examples:
        | value      |
        | number -1  |
        | number 1.5 |
        | tomorrow   |

  Rule: reads expire like writes

    @clause:AUTH-EXPIRESAFTER-PAST @negative @alone
    Scenario: a read that succeeded is refused when it is repeated after its expiry
      When "trader" sends getOpenOrders:
        | top.expiresAfter | number {now + 5 s} |
      Then the response lists:
        | orderId |
        | {bid}   |
      When 5 s pass
      And the same request is sent again
      Then the response is refused with 401 UNAUTHORIZED "request expired"
      And nothing changed
