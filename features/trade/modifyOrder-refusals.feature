@trade @modifyOrder @negative
Feature: modifyOrder refuses a malformed request and a signer without the right
  Background:
    Given the world "quiet"
    And "trader" has the open orders:
      | name | symbol   | side | price     | quantity | clientOrderId |
      | bid  | {market} | buy  | {far bid} | {5 size} | mine          |

  Rule: a request names one order and at least one change

    @clause:MODIFYORDER-NONE-GIVEN
    Scenario Outline: modifyOrder with price <price> and no other change is refused
      When "trader" sends modifyOrder:
        | orderId | {bid}   |
        | price   | <price> |
      Then the response is refused with 400 VALIDATION_ERROR "please provide at least one of the following: price, quantity, trigger price"
      And nothing changed

      Examples:
        | price    |
        | <absent> |
        | <empty>  |
        | null     |

    @clause:MODIFYORDER-PARAM-ORDERID @clause:MODIFYORDER-ERR-VALIDATION
    Scenario Outline: modifyOrder with orderId <orderId> and clientOrderId <clientId> is refused
      When "trader" sends modifyOrder:
        | orderId       | <orderId>            |
        | clientOrderId | <clientId>           |
        | price         | {far bid - 10 ticks} |
      Then the response is refused with 400 VALIDATION_ERROR "<message>"
      And nothing changed

      Examples:
        | orderId  | clientId | message                                                                |
        | <absent> | <absent> | orderId is required                                                    |
        | <empty>  | <absent> | orderId is required                                                    |
        | abc      | <absent> | orderId must be a valid integer                                        |
        | 1.5      | <absent> | orderId must be a valid integer                                        |
        | 0        | <absent> | orderId must be a positive integer                                     |
        | -3       | <absent> | orderId must be a positive integer                                     |
        | {bid}    | mine     | modifyOrder payload: accepts either orderId or clientOrderId, not both |
        | <absent> | a b      | clientOrderId: invalid string                                          |

    @clause:MODIFYORDER-ERR-VALIDATION @clause:ERR-VALIDATION-ERROR
    Scenario Outline: modifyOrder with <field> "<value>" is refused
      When "trader" sends modifyOrder:
        | orderId | {bid}   |
        | <field> | <value> |
      Then the response is refused with 400 VALIDATION_ERROR "<message>"
      And nothing changed

      @clause:MODIFYORDER-PARAM-PRICE @clause:MODIFYORDER-PARAM-QUANTITY @clause:MODIFYORDER-PARAM-TRIGGERPRICE
      Examples:
        | field        | value | message                                 |
        | price        | ten   | price must be a valid decimal number    |
        | price        | 1e5   | price must be a valid decimal number    |
        | price        | 0     | price must be a positive value          |
        | price        | -1    | price must be a positive value          |
        | triggerPrice | ten   | price must be a valid decimal number    |
        | triggerPrice | 0     | price must be a positive value          |
        | quantity     | ten   | quantity must be a valid decimal number |
        | quantity     | 0     | quantity must be a positive value       |
        | quantity     | -0.1  | quantity must be a positive value       |

    @clause:MODIFYORDER-PARAM-PRICE @clause:CONV-DECIMAL-STRINGS
    Scenario Outline: modifyOrder refuses <field> as <value>, which is not a decimal string
      When "trader" sends modifyOrder:
        | orderId | {bid}   |
        | <field> | <value> |
      Then the response is refused with 400 INVALID_FORMAT "Invalid request body"
      And nothing changed

      Examples:
        | field    | value                       |
        | price    | number {far bid - 10 ticks} |
        | quantity | number {4 size}             |
        | price    | true                        |

    @clause:MODIFYORDER-ERR-FORMAT @clause:ERR-INVALID-FORMAT @rest-only
    Scenario: modifyOrder with a body that is not valid JSON is refused
      Given "trader" is a trader
      When anyone posts to "/trade" the body
        """
        {"params":{"action":"modifyOrder","orderId":"1","price":"93000"
        """
      Then the response is refused with 400 INVALID_FORMAT "Invalid request body"
      And nothing changed

  Rule: the signer needs authority, an unused nonce and an unexpired request

    @clause:MODIFYORDER-ERR-FORBIDDEN @clause:ERR-FORBIDDEN @assumed @R-07
    Scenario: modifyOrder signed by a wallet that does not own the subaccount is refused
      When "stranger" sends modifyOrder for "trader":
        | orderId | {bid}                |
        | price   | {far bid - 10 ticks} |
      Then the response is refused with 403 FORBIDDEN "wallet {stranger wallet} is not authorized to act on this subaccount"
      And nothing changed

    @clause:MODIFYORDER-PARAM-SUBACCOUNTID
    Scenario: modifyOrder without a subaccount is refused
      When "trader" sends modifyOrder:
        | orderId                      | {bid}                |
        | price                        | {far bid - 10 ticks} |
        | tampered.params.subAccountId | <absent>             |
      Then the response is refused with 400 VALIDATION_ERROR "subaccountId is required"
      And nothing changed

    @assumed
    Scenario Outline: modifyOrder with <case> is refused
      When "trader" sends modifyOrder:
        | orderId | {bid}                |
        | price   | {far bid - 10 ticks} |
        | <field> | <value>              |
      Then the response is refused with <http> <code> "<message>"
      And nothing changed

      @clause:MODIFYORDER-ERR-UNAUTHORIZED @clause:MODIFYORDER-ERR-SIGNATURE
      Examples: signature
        | case                   | field                | value    | http | code         | message                                                            |
        | an absent signature    | tampered.signature   | <absent> | 401  | UNAUTHORIZED | signature is required                                              |
        | an impossible v        | tampered.signature.v | number 5 | 401  | UNAUTHORIZED | signature v field must be 0, 1, 27, or 28                          |
        | an r without its zeros | tampered.signature.r | 0x12     | 401  | UNAUTHORIZED | signature r field must be a 64-character hex string with 0x prefix |

      @clause:MODIFYORDER-ERR-NONCE @R-03
      Examples: nonce
        | case         | field     | value    | http | code         | message            |
        | a used nonce | top.nonce | number 1 | 401  | UNAUTHORIZED | nonce already used |

      @clause:MODIFYORDER-ERR-EXPIRED @clause:AUTH-EXPIRESAFTER-UNIT-MODIFYORDER @R-05
      Examples: expiry
        | case                  | field            | value                         | http | code         | message         |
        | an expiry in the past | top.expiresAfter | number {now - 1 ms}           | 401  | UNAUTHORIZED | request expired |
        | one in seconds        | top.expiresAfter | number {now - 1 s in seconds} | 401  | UNAUTHORIZED | request expired |
