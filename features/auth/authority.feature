@trade @auth
Feature: only wallets with a right to a subaccount can act on it
  Background:
    Given the world "quiet"
    And "trader" has the open orders:
      | name | symbol   | side | price     | quantity |
      | bid  | {market} | buy  | {far bid} | {2 size} |

  Rule: the owner may send every action

    @clause:ROLE-OWNER-ALL
    Scenario Outline: the owner may send <action>
      When "trader" sends <action>:
        | <param> | <value> |
      Then the response is ok

      Examples:
        | action          | param    | value                                                                                               |
        | placeOrders     | orders   | [{"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"}] |
        | cancelOrders    | orderIds | ["{bid}"]                                                                                           |
        | cancelAllOrders | symbols  | ["*"]                                                                                               |
        | getOpenOrders   | limit    | number 5                                                                                            |
        | getPositions    | limit    | number 5                                                                                            |
        | getSubAccount   | limit    | number 5                                                                                            |
        | getSubAccounts  | limit    | number 5                                                                                            |
        | getTrades       | limit    | number 5                                                                                            |
        | getOrderHistory | limit    | number 5                                                                                            |

    @clause:ROLE-OWNER-ALL @clause:CONV-SUBACCOUNT-ID-U64
    Scenario: each subaccount of an owner is read and changed on its own
      Given "trader" also owns the subaccount "second"
      When "second" sends cancelOrders:
        | orderIds | ["{bid}"] |
      Then item 0 is refused with ORDER_NOT_FOUND "order not found"
      And nothing changed

  Rule: a stranger may neither act nor read

    @clause:ROLE-STRANGER-WRITE @clause:ERR-UNAUTHORIZED @assumed @R-07 @negative
    Scenario Outline: <action> signed by a stranger is refused with UNAUTHORIZED
      Given "stranger" is a trader
      When "stranger" sends <action> for "trader":
        | <param> | <value> |
      Then the response is refused with 401 UNAUTHORIZED "wallet {stranger wallet} is not authorized to act on this subaccount"
      And nothing changed

      Examples:
        | action          | param    | value                                                                                               |
        | placeOrders     | orders   | [{"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"}] |
        | cancelOrders    | orderIds | ["{bid}"]                                                                                           |
        | cancelAllOrders | symbols  | ["*"]                                                                                               |

    @clause:ROLE-STRANGER-READ @clause:ERR-UNAUTHORIZED @negative
    Scenario Outline: the read <action> signed by a stranger is refused with UNAUTHORIZED
      When "stranger" sends <action> for "trader"
      Then the response is refused with 401 UNAUTHORIZED "wallet {stranger wallet} is not authorized to act on this subaccount"

      Examples:
        | action          |
        | getOpenOrders   |
        | getPositions    |
        | getSubAccount   |
        | getTrades       |
        | getOrderHistory |

    @clause:ROLE-STRANGER-WRITE @assumed @negative
    Scenario: a subaccount that does not exist is refused like a foreign one
      When "trader" sends cancelAllOrders:
        | symbols                      | ["*"]                |
        | tampered.params.subAccountId | 18446744073709551615 |
      Then the response is refused with 401 UNAUTHORIZED beginning "wallet 0x"
      And nothing changed

    @clause:WHITELIST-REQUIRED @assumed @R-09
    Scenario: a wallet that is no longer whitelisted may still cancel
      Given the wallet of "trader" is not whitelisted
      When "trader" sends cancelOrders:
        | orderIds | ["{bid}"] |
      Then the response is ok with:
        | statuses[0].canceled.id | {bid} |
      And these facts changed, and no others:
        | fact          | from                                           | to   |
        | order bid     | buy {2 size} at {far bid, price}, filled 0     | none |
        | trader margin | {mark x 2 size / default leverage, 2 decimals} | 0.00 |

  Rule: public data needs no signature

    @clause:AUTH-INFO-NONE @clause:REQ-INFO-BODY @clause:SURFACE-INFO-POST
    Scenario Outline: the public action <action> responds without a signature
      When anyone asks <action>:
        | <param> | <value> |
      Then the response is ok

      Examples:
        | action            | param         | value            |
        | getMids           | anything      | at all           |
        | getExchangeStatus | anything      | at all           |
        | getIsWhitelisted  | walletAddress | {trader address} |
        | getOrderbook      | symbol        | {market}         |

    @clause:AUTH-AGGREGATOR-NONE @clause:SURFACE-AGGREGATOR-GET @clause:SURFACE-STATUS-GET @rest-only
    Scenario Outline: GET <route> responds without a signature
      When anyone gets "<route>"
      Then the response is 200 with:
        | . | <any> |

      Examples:
        | route            |
        | /info/contracts  |
        | /exchange/status |
