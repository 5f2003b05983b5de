@trade @auth
Feature: a signature proves who sent a request and that it was not changed
  Background:
    Given the world "quiet"
    And "trader" has the open orders:
      | name | symbol   | side | price     | quantity |
      | bid  | {market} | buy  | {far bid} | {2 size} |

  Rule: a trade request carries a well-formed signature

    @clause:AUTH-TRADE-REQUIRED @clause:REQ-SIGNATURE @clause:ERR-UNAUTHORIZED @negative
    Scenario Outline: a request whose signature is <case> is refused
      When "trader" sends cancelOrders:
        | orderIds           | ["{bid}"] |
        | tampered.signature | <value>   |
      Then the response is refused with 401 UNAUTHORIZED "<message>"
      And nothing changed

      Examples:
        | case   | value     | message                               |
        | absent | <absent>  | signature is required                 |
        | null   | null      | signature is required                 |
        | a text | 0x1234    | signature is required                 |
        | empty  | {"v": 27} | signature r and s fields are required |

    @clause:AUTH-FAIL-MALFORMED @negative
    Scenario Outline: a request with signature part <part> set to <value> is refused as malformed
      When "trader" sends cancelOrders:
        | orderIds                  | ["{bid}"] |
        | tampered.signature.<part> | <value>   |
      Then the response is refused with 401 UNAUTHORIZED "<message>"
      And nothing changed

      @clause:REQ-SIGNATURE-V
      Examples: v
        | part | value     | message                                   |
        | v    | number 2  | signature v field must be 0, 1, 27, or 28 |
        | v    | number 29 | signature v field must be 0, 1, 27, or 28 |
        | v    | 27        | signature v field must be 0, 1, 27, or 28 |
        | v    | <absent>  | signature v field must be 0, 1, 27, or 28 |

      @clause:REQ-SIGNATURE-R
      Examples: r
        | part | value                                                              | message                                                            |
        | r    | <absent>                                                           | signature r and s fields are required                              |
        | r    | <empty>                                                            | signature r and s fields are required                              |
        | r    | number 7                                                           | signature r field must be a 64-character hex string with 0x prefix |
        | r    | 0x1                                                                | signature r field must be a 64-character hex string with 0x prefix |
        | r    | 1111111111111111111111111111111111111111111111111111111111111111   | signature r field must be a 64-character hex string with 0x prefix |
        | r    | 0xg111111111111111111111111111111111111111111111111111111111111111 | signature r field must be a 64-character hex string with 0x prefix |

      @clause:REQ-SIGNATURE-S
      Examples: s
        | part | value   | message                                                            |
        | s    | <empty> | signature r and s fields are required                              |
        | s    | 0x1     | signature s field must be a 64-character hex string with 0x prefix |

    @clause:AUTH-FAIL-MALFORMED @negative
    Scenario Outline: a request with signature part <part> set to <value> is refused because no key gives that number
      When "trader" sends cancelOrders:
        | orderIds                  | ["{bid}"] |
        | tampered.signature.<part> | <value>   |
      Then the response is refused with 401 UNAUTHORIZED beginning "signature verification failed: "
      And nothing changed

      Examples:
        | part | value                                                              |
        | r    | 0x0000000000000000000000000000000000000000000000000000000000000000 |
        | s    | 0x0000000000000000000000000000000000000000000000000000000000000000 |
        | s    | 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141 |

  Rule: the exchange executes what was signed

    @clause:AUTH-FAIL-TAMPERED @assumed @R-07 @negative
    Scenario Outline: modifyOrder is refused if <field> was changed after signing
      When "trader" sends modifyOrder:
        | orderId          | {bid}                |
        | price            | {far bid - 10 ticks} |
        | quantity         | {size}               |
        | tampered.<field> | <value>              |
      Then the response is refused with 403 FORBIDDEN beginning "wallet 0x"
      And nothing changed

      Examples:
        | field           | value                            |
        | params.price    | {far bid - 9 ticks}              |
        | params.price    | {far bid - 10 ticks, 9 decimals} |
        | params.quantity | {size, 9 decimals}               |
        | params.orderId  | 4711                             |
        | nonce           | number 1900000000000             |
        | expiresAfter    | number 1900000000000             |

    @clause:AUTH-FAIL-TAMPERED @clause:AUTH-TYPE-PLACEORDERS @negative
    Scenario Outline: placeOrders is refused if <field> was changed after signing
      Given "other" is a trader
      When "trader" sends placeOrders:
        | orders           | [{"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"}] |
        | grouping         | na                                                                                                  |
        | tampered.<field> | <value>                                                                                             |
      Then the response is refused with 401 UNAUTHORIZED beginning "wallet 0x"
      And nothing changed

      Examples:
        | field                          | value            |
        | params.orders[0].symbol        | {second market}  |
        | params.orders[0].side          | sell             |
        | params.orders[0].orderType     | limitIoc         |
        | params.orders[0].price         | {far bid + tick} |
        | params.orders[0].quantity      | {2 size}         |
        | params.orders[0].reduceOnly    | true             |
        | params.orders[0].clientOrderId | mine             |
        | params.grouping                | <empty>          |
        | params.subAccountId            | {other id}       |

    @clause:AUTH-TYPE-PLACEORDERS @assumed
    Scenario: placeOrders accepts a changed postOnly and source, because they are not signed
      When "trader" sends placeOrders:
        | orders                             | [{"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"}] |
        | tampered.params.orders[0].postOnly | true                                                                                                |
        | tampered.params.source             | the-bot                                                                                             |
      Then the response is ok with:
        | statuses[0].resting.id | <id> |

    @clause:AUTH-READ-ACTION-MISMATCH @clause:AUTH-READ-ACTION-NAME @negative
    Scenario: a signature for one read does not authorize another
      When "trader" sends getOpenOrders:
        | tampered.params.action | getPositions |
      Then the response is refused with 401 UNAUTHORIZED beginning "wallet 0x"
      And nothing changed
