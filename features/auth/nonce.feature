@trade @auth
Feature: a nonce is used once, and each is greater than the one before
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: a write needs a positive nonce

    @clause:REQ-NONCE @clause:AUTH-NONCE-POSITIVE @clause:ERR-MISSING-REQUIRED-FIELD @assumed @R-22 @negative
    Scenario Outline: a write with nonce <nonce> is refused because the nonce is missing
      When "trader" sends placeOrders:
        | orders    | [{"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"}] |
        | top.nonce | <nonce>                                                                                             |
      Then the response is refused with 400 MISSING_REQUIRED_FIELD "nonce is required for this operation"
      And nothing changed

      Examples:
        | nonce    |
        | <absent> |
        | number 0 |
        | null     |

    @clause:REQ-NONCE @negative @assumed
    Scenario Outline: a write with nonce <nonce> is refused because it is not an unsigned 64-bit integer
      When "trader" sends placeOrders:
        | orders    | [{"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"}] |
        | top.nonce | <nonce>                                                                                             |
      Then the response is refused with 400 VALIDATION_ERROR "nonce must be an unsigned 64-bit integer"
      And nothing changed

      Examples:
        | nonce                |
        | number -1            |
        | number 1.5           |
        | soon                 |
        | 18446744073709551616 |
        | true                 |

    @clause:AUTH-NONCE-TIMESTAMP @clause:REQ-NONCE
    Scenario Outline: a write with nonce <nonce> is accepted
      When "trader" sends placeOrders:
        | orders    | [{"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"}] |
        | top.nonce | <nonce>                                                                                             |
      Then the response is ok with:
        | statuses[0].resting.id | <id> |

      Examples:
        | nonce                |
        | number {now}         |
        | 18446744073709551615 |

      @needs:fresh-account
      Examples: the least there is
        | nonce    |
        | number 1 |

  Rule: a nonce that is not above the last one is refused

    @clause:AUTH-NONCE-REUSED @assumed @R-03 @negative
    Scenario: the same request sent twice is executed once
      When "trader" places:
        | symbol   | side | price     | quantity |
        | {market} | buy  | {far bid} | {size}   |
      Then "statuses[0].resting.id" of the response is called "bid"
      When the same request is sent again
      Then the response is refused with 401 UNAUTHORIZED "nonce already used"
      And nothing changed

    @clause:AUTH-NONCE-INCREASING @clause:AUTH-NONCE-RETRY @assumed @R-03
    Scenario: a write with the next number succeeds after a nonce conflict
      Given "trader" has sent placeOrders:
        | top.nonce | number {now}                                                                                        |
        | orders    | [{"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"}] |
      When "trader" sends placeOrders:
        | orders    | [{"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"}] |
        | top.nonce | number {now - 1 ms}                                                                                 |
      Then the response is refused with 401 UNAUTHORIZED "nonce already used"
      And nothing changed
      When "trader" sends placeOrders:
        | orders    | [{"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"}] |
        | top.nonce | number {now + 1 ms}                                                                                 |
      Then the response is ok with:
        | statuses[0].resting.id | <id> |

    @clause:AUTH-NONCE-SCOPE @assumed @R-03
    Scenario Outline: a nonce used by one <scope> does not block another
      Given "trader" also owns the subaccount "second"
      And "trader" has sent transferCollateral:
        | symbol                  | {settlement}                     |
        | amount                  | {far bid x size / 2, 2 decimals} |
        | destinationSubAccountId | {second id}                      |
      And "trader" has sent placeOrders:
        | top.nonce | number {now + 2 s}                                                                                  |
        | orders    | [{"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"}] |
      When "<who>" sends placeOrders:
        | orders    | [{"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"}] |
        | top.nonce | number {now + 2 s}                                                                                  |
      Then the response is ok with:
        | statuses[0].resting.id | <id> |

      Examples:
        | scope      | who    |
        | subaccount | second |
        | wallet     | other  |

  Rule: a nonce is used once the request passes signature and expiry

    @clause:AUTH-NONCE-REUSED @assumed @R-03 @negative
    Scenario Outline: <case> is refused and <outcome> its nonce
      When "trader" sends cancelOrders:
        | orderIds  | <ids>        |
        | top.nonce | number {now} |
        | <field>   | <value>      |
      Then the response is refused with <http> <code> "<message>"
      When "trader" sends placeOrders:
        | orders    | [{"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"}] |
        | top.nonce | number {now}                                                                                        |
      Then the response is <then> with:
        | error.message | <said> |

      Examples:
        | case                            | outcome | ids      | field              | value              | http | code             | message                                                  | then | said               |
        | an expired request              | keeps   | ["1"]    | top.expiresAfter   | number {now - 1 s} | 401  | UNAUTHORIZED     | request expired                                          | 200  | <absent>           |
        | an unsigned request             | keeps   | ["1"]    | tampered.signature | <absent>           | 401  | UNAUTHORIZED     | signature is required                                    | 200  | <absent>           |
        | a request that fails validation | uses    | <absent> | clientOrderIds     | [""]               | 400  | VALIDATION_ERROR | clientOrderIds[0]: clientOrderId: input must be nonempty | 401  | nonce already used |

  Rule: a read needs no nonce and uses none

    @clause:REQ-NONCE-READ-OPTIONAL @assumed @R-04
    Scenario Outline: a read with nonce <nonce> can be repeated
      When "trader" sends getOpenOrders:
        | top.nonce | <nonce> |
      Then the response lists nothing
      When the same request is sent again
      Then the response lists nothing

      Examples:
        | nonce    |
        | <absent> |
        | number 0 |
        | number 7 |
