@trade @scheduleCancel
Feature: scheduleCancel cancels all orders unless it is called again in time
  Background:
    Given the world "quiet"
    And "trader" has the open orders:
      | name  | symbol          | side | price            | quantity      |
      | bid   | {market}        | buy  | {far bid}        | {size}        |
      | ether | {second market} | sell | {second far ask} | {second size} |

  Rule: the dead man's switch fires once, at its time

    @clause:SCHEDULECANCEL @assumed
    Scenario: scheduleCancel returns the time at which it fires
      When "trader" sends scheduleCancel:
        | timeoutSeconds | number 60 |
      Then the response has exactly the keys "isActive, timeoutSeconds, triggerTime"
      And the response is ok with:
        | isActive       | true                |
        | timeoutSeconds | number 60           |
        | triggerTime    | number {now + 60 s} |
      And nothing changed

    @clause:SCHEDULECANCEL @assumed @needs:clock
    Scenario: scheduleCancel cancels every open order at its time and not 1 ms earlier
      Given "other" has the open orders:
        | name   | symbol   | side | price     | quantity |
        | theirs | {market} | buy  | {far bid} | {size}   |
      And "trader" has sent scheduleCancel:
        | timeoutSeconds | number 5 |
      When 4999 ms pass
      Then nothing changed
      When 1 ms pass
      Then these facts changed, and no others:
        | fact          | from                                                                                               | to   |
        | order bid     | buy {size} at {far bid, price}, filled 0                                                           | none |
        | order ether   | sell {second size} at {second far ask, price}, filled 0                                            | none |
        | trader margin | {mark x size / default leverage + second mark x second size / second default leverage, 2 decimals} | 0.00 |

    @transition:twap/active/scheduled
    @clause:SCHEDULECANCEL @assumed
    Scenario: scheduleCancel cancels conditional orders and TWAPs, with the reason in the history
      Given "trader" has the TWAP "slow":
        | symbol   | side | quantity  | durationSeconds |
        | {market} | sell | {50 size} | number 300      |
      And "trader" has sent placeOrders:
        | orders   | [{"symbol":"{market}","side":"buy","orderType":"triggerSl","triggerPrice":"{far ask}","isTriggerMarket":true,"quantity":"{size}"}] |
        | grouping | na                                                                                                                                 |
      And "trader" has sent scheduleCancel:
        | timeoutSeconds | number 5 |
      When 5 s pass
      And "trader" sends getOpenOrders
      Then the response lists nothing
      When "trader" sends getOrderHistory:
        | status | ["cancelled"] |
      Then every item of the response is:
        | cancelReason | SCHEDULED_CANCEL     |
        | cancelledAt  | number {now}     |

    @clause:SCHEDULECANCEL @assumed
    Scenario: scheduleCancel is off after it has fired
      Given "trader" has sent scheduleCancel:
        | timeoutSeconds | number 5 |
      And 5 s pass
      And "trader" has the open orders:
        | name  | symbol   | side | price     | quantity |
        | later | {market} | buy  | {far bid} | {size}   |
      When 1 hours pass
      Then nothing changed

  Rule: a later call replaces the time

    @clause:SCHEDULECANCEL @assumed
    Scenario: a second scheduleCancel postpones the first
      Given "trader" has sent scheduleCancel:
        | timeoutSeconds | number 10 |
      And 5 s pass
      And "trader" has sent scheduleCancel:
        | timeoutSeconds | number 10 |
      When 7 s pass
      Then nothing changed

    @clause:SCHEDULECANCEL @assumed
    Scenario: scheduleCancel with a timeout of 0 switches it off
      Given "trader" has sent scheduleCancel:
        | timeoutSeconds | number 5 |
      When "trader" sends scheduleCancel:
        | timeoutSeconds | number 0 |
      Then the response is ok with:
        | . | {"isActive":false,"timeoutSeconds":0} |
      When 5 s pass
      Then nothing changed

  Rule: a timeout is 0, or 5 to 86400 seconds

    @clause:SCHEDULECANCEL @clause:RATE-COST-SCHEDULECANCEL @assumed
    Scenario: scheduleCancel accepts a timeout of one day and costs 5 tokens
      When "trader" sends scheduleCancel:
        | timeoutSeconds | number 86400 |
      Then the response is ok with:
        | triggerTime | number 1767657600000 |
      And the response is 200 with:
        | rateLimit | {"requestsCap":1200,"remainingTokens":1185} |

    @clause:SCHEDULECANCEL @assumed @negative
    Scenario Outline: scheduleCancel refuses a timeout of <timeout>
      When "trader" sends scheduleCancel:
        | timeoutSeconds | <timeout> |
      Then the response is refused with 400 <code> "<message>"
      And nothing changed

      Examples:
        | timeout                                                                               | code             | message                                            |
        | <absent>                                                                              | VALIDATION_ERROR | timeoutSeconds is required                         |
        | number -1                                                                             | VALIDATION_ERROR | timeoutSeconds must be 0 or at least 5             |
        | number 1                                                                              | VALIDATION_ERROR | timeoutSeconds must be 0 or at least 5             |
        | number 4                                                                              | VALIDATION_ERROR | timeoutSeconds must be 0 or at least 5             |
        | number 86401                                                                          | VALIDATION_ERROR | timeoutSeconds must be less than or equal to 86400 |
        | number 18446744073709551616                                                           | VALIDATION_ERROR | timeoutSeconds must be less than or equal to 86400 |
        | number 115792089237316195423570985008687907853269984665640564039457584007913129639936 | VALIDATION_ERROR | timeoutSeconds must be less than or equal to 86400 |
        | number 1e300                                                                          | VALIDATION_ERROR | timeoutSeconds must be less than or equal to 86400 |
        | soon                                                                                  | INVALID_FORMAT   | Invalid request body                               |

    @clause:AUTH-TYPE-OTHER-WRITES @assumed @negative
    Scenario: scheduleCancel is refused if the timeout was changed after signing
      When "trader" sends scheduleCancel:
        | timeoutSeconds                 | number 5 |
        | tampered.params.timeoutSeconds | number 6 |
      Then the response is refused with 401 UNAUTHORIZED beginning "wallet 0x"
      And nothing changed
