@trade @auth
Feature: requests are signed under one domain with the fields of each type in order
  Background:
    Given the world "quiet"
    And "trader" has the open orders:
      | name | symbol   | side | price     | quantity | clientOrderId |
      | bid  | {market} | buy  | {far bid} | {2 size} | mine          |

  Rule: the domain is version 1, chain 1, the zero address and the name of the service

    @clause:AUTH-DOMAIN-VERSION @clause:AUTH-DOMAIN-CHAINID @clause:AUTH-DOMAIN-CONTRACT @clause:AUTH-DOMAIN-NAME
    Scenario: a request signed under the stated domain is accepted
      When "trader" sends cancelOrders:
        | orderIds                         | ["{bid}"]                                  |
        | signing.domain.version           | 1                                          |
        | signing.domain.chainId           | number 1                                   |
        | signing.domain.verifyingContract | 0x0000000000000000000000000000000000000000 |
      Then the response is ok with:
        | statuses[0].canceled.id | {bid} |

    @clause:AUTH-DOMAIN-WRONG @negative
    Scenario Outline: a request signed under a domain with <field> <value> is refused
      When "trader" sends cancelOrders:
        | orderIds               | ["{bid}"] |
        | signing.domain.<field> | <value>   |
      Then the response is refused with 401 UNAUTHORIZED beginning "wallet 0x"
      And nothing changed

      Examples:
        | field             | value                                                              |
        | name              | Another Exchange                                                   |
        | version           | 2                                                                  |
        | chainId           | number 5                                                           |
        | verifyingContract | 0x0000000000000000000000000000000000000001                         |
        | salt              | 0x0000000000000000000000000000000000000000000000000000000000000001 |

  Rule: each type has its fields in one order

    @clause:AUTH-TYPE-MODIFYORDER @clause:AUTH-TYPE-MODIFYORDER-EMPTY
    Scenario: ModifyOrder signs seven fields, and an unchanged field as an empty text
      When "trader" sends modifyOrder:
        | orderId        | {bid}                                                                                                                          |
        | price          | {far bid - 10 ticks}                                                                                                           |
        | signing.fields | uint256 subAccountId, uint256 orderId, string price, string quantity, string triggerPrice, uint256 nonce, uint256 expiresAfter |
      Then the response is ok with:
        | status | modified |

    @clause:AUTH-TYPE-CANCELALLORDERS
    Scenario: CancelAllOrders signs four fields
      When "trader" sends cancelAllOrders:
        | symbols        | ["*"]                                                                       |
        | signing.fields | uint256 subAccountId, string[] symbols, uint256 nonce, uint256 expiresAfter |
      Then the response lists:
        | orderId |
        | {bid}   |

    @clause:AUTH-TYPE-SUBACCOUNTACTION @clause:AUTH-READ-ACTION-NAME @clause:AUTH-READ-EXPIRESAFTER-ZERO
    Scenario: a read signs its name with SubAccountAction
      When "trader" sends getOpenOrders:
        | top.expiresAfter | number 0                                                  |
        | signing.fields   | uint256 subAccountId, string action, uint256 expiresAfter |
      Then the response lists:
        | orderId |
        | {bid}   |

    @clause:AUTH-TYPE-CANCELORDERS @clause:AUTH-TYPE-PLACEORDERS @assumed
    Scenario Outline: <action> is accepted with a signature over <fields>
      When "trader" sends <action>:
        | <param>        | <value>  |
        | signing.fields | <fields> |
      Then the response is ok with:
        | statuses | <1 item> |
        | <path>   | <id>     |

      Examples:
        | action       | param    | value                                                                                               | path                    | fields                                                                                     |
        | cancelOrders | orderIds | ["{bid}"]                                                                                           | statuses[0].canceled.id | uint256 subAccountId, uint256[] orderIds, uint256 nonce, uint256 expiresAfter              |
        | placeOrders  | orders   | [{"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"}] | statuses[0].resting.id  | uint256 subAccountId, Order[] orders, string grouping, uint256 nonce, uint256 expiresAfter |

    @clause:AUTH-TYPE-FIELD-ORDER @negative
    Scenario Outline: <action> is refused with a signature over its fields in another order
      When "trader" sends <action>:
        | <param>        | <value>              |
        | price          | {far bid - 10 ticks} |
        | signing.fields | <fields>             |
      Then the response is refused with <http> <code> beginning "wallet 0x"
      And nothing changed

      Examples:
        | action          | param   | value | http | code         | fields                                                                                                                         |
        | modifyOrder     | orderId | {bid} | 403  | FORBIDDEN    | uint256 orderId, uint256 subAccountId, string price, string quantity, string triggerPrice, uint256 nonce, uint256 expiresAfter |
        | cancelAllOrders | symbols | ["*"] | 401  | UNAUTHORIZED | uint256 subAccountId, string[] symbols, uint256 expiresAfter, uint256 nonce                                                    |
