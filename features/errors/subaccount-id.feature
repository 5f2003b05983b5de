@trade @errors
Feature: the subaccount id of a request is an unsigned 64-bit integer in decimal digits
  Background:
    Given the world "quiet"
    And "trader" has the open orders:
      | name | symbol   | side | price     | quantity |
      | bid  | {market} | buy  | {far bid} | {2 size} |

  Rule: an id outside the range or the form is refused with its own text

    @clause:CONV-SUBACCOUNT-ID-U64 @clause:REQ-PARAMS-SUBACCOUNTID @negative
    Scenario Outline: cancelAllOrders and modifyOrder refuse the subaccount id <id>
      When "trader" sends <action>:
        | <param>                      | <value> |
        | tampered.params.subAccountId | <id>    |
      Then the response is refused with 400 VALIDATION_ERROR "<message>"
      And nothing changed

      @clause:ERR-SUBACCOUNTID-ZERO
      Examples: zero
        | action          | param   | value | id | message                      |
        | cancelAllOrders | symbols | ["*"] | 0  | subaccount id cannot be zero |
        | modifyOrder     | orderId | {bid} | 0  | subaccount id cannot be zero |

      @clause:ERR-SUBACCOUNTID-NEGATIVE
      Examples: negative
        | action          | param   | value | id | message                          |
        | cancelAllOrders | symbols | ["*"] | -1 | subaccount id cannot be negative |

      @clause:ERR-SUBACCOUNTID-TOO-LARGE
      Examples: too large
        | action          | param   | value | id                   | message                 |
        | cancelAllOrders | symbols | ["*"] | 18446744073709551616 | subaccount id too large |

      @clause:ERR-SUBACCOUNTID-UNPARSABLE
      Examples: no number
        | action          | param   | value | id      | message                        |
        | cancelAllOrders | symbols | ["*"] | abc     | subaccount id cannot be parsed |
        | cancelAllOrders | symbols | ["*"] | 1.5     | subaccount id cannot be parsed |
        | cancelAllOrders | symbols | ["*"] | +1      | subaccount id cannot be parsed |
        | cancelAllOrders | symbols | ["*"] | 0x10    | subaccount id cannot be parsed |
        | cancelAllOrders | symbols | ["*"] | <empty> | subaccount id cannot be parsed |
        | cancelAllOrders | symbols | ["*"] | true    | subaccount id cannot be parsed |

    @clause:CANCELALLORDERS-PARAM-SUBACCOUNTID @clause:PLACEORDERS-PARAM-SUBACCOUNTID @negative
    Scenario Outline: <action> without a subaccount id is refused
      When "trader" sends <action>:
        | <param>                      | <value>  |
        | tampered.params.subAccountId | <absent> |
      Then the response is refused with 400 VALIDATION_ERROR "subaccountId is required"
      And nothing changed

      Examples:
        | action          | param    | value                                                                                               |
        | cancelAllOrders | symbols  | ["*"]                                                                                               |
        | cancelOrders    | orderIds | ["{bid}"]                                                                                           |
        | placeOrders     | orders   | [{"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"}] |

  Rule: the id may stand in several places if it is the same

    @clause:REQ-PARAMS-SUBACCOUNTID @assumed
    Scenario Outline: a request is accepted with the subaccount id at <place>
      When "trader" sends cancelOrders:
        | orderIds                     | ["{bid}"]   |
        | tampered.params.subAccountId | <absent>    |
        | tampered.<place>             | {trader id} |
      Then the response is ok with:
        | statuses[0].canceled.id | {bid} |

      Examples:
        | place               |
        | params.subaccountId |
        | subAccountId        |
        | subaccountId        |

    @clause:REQ-PARAMS-SUBACCOUNTID @assumed @negative
    Scenario: a request with two different subaccount ids is refused
      When "trader" sends cancelOrders:
        | orderIds              | ["{bid}"] |
        | tampered.subaccountId | 7         |
      Then the response is refused with 400 VALIDATION_ERROR "cannot specify different subaccount ids"
      And nothing changed

    @clause:CONV-ID-STRINGS @clause:CONV-SUBACCOUNT-ID-U64
    Scenario: subaccount ids above 2^53 are returned digit by digit
      When "trader" sends getSubAccount
      Then the response is ok with:
        | subAccountId | 1867542890123456789 |
