@trade @placeOrders @negative
Feature: placeOrders refuses a malformed request and places none of its orders
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: one malformed order fails the whole request

    @clause:ERR-VALIDATION-ERROR @clause:PLACEORDERS-PARAM-ORDERS @assumed
    Scenario: placeOrders refuses a valid order beside a malformed one
      When "trader" places:
        | symbol   | side | price     | quantity |
        | {market} | buy  | {far bid} | {size}   |
        | {market} | buy  | {far bid} | -0.1     |
      Then the response is refused with 400 VALIDATION_ERROR "order 1: quantity is negative"
      And nothing changed

    @clause:PLACEORDERS-ITEM-OTHER @assumed
    Scenario Outline: placeOrders refuses an order with <field> "<value>"
      When "trader" sends placeOrders:
        | orders[0].symbol    | {market}  |
        | orders[0].side      | buy       |
        | orders[0].orderType | limitGtc  |
        | orders[0].price     | {far bid} |
        | orders[0].quantity  | {size}    |
        | orders[0].<field>   | <value>   |
      Then the response is refused with 400 VALIDATION_ERROR "order 0: <message>"
      And nothing changed

      @clause:PLACEORDERS-ITEM-QUANTITY
      Examples: quantity
        | field    | value    | message              |
        | quantity | <absent> | quantity is missing  |
        | quantity | <empty>  | quantity is missing  |
        | quantity | -1       | quantity is negative |
        | quantity | 0        | quantity is zero     |
        | quantity | 0.000    | quantity is zero     |

      @clause:PLACEORDERS-ITEM-PRICE
      Examples: price
        | field | value                                                                                                                                     | message                                        |
        | price | <absent>                                                                                                                                  | price is required for limitGtc orders          |
        | price | -1                                                                                                                                        | price is negative                              |
        | price | 0                                                                                                                                         | price is zero                                  |
        | price | 99999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999 | price exceeds maximum length of 128 characters |

      @clause:PLACEORDERS-ITEM-SIDE @clause:PLACEORDERS-ITEM-ORDERTYPE
      Examples: words
        | field     | value                             | message                                      |
        | side      | long                              | side must be one of: [buy sell]              |
        | side      | BUY                               | side must be one of: [buy sell]              |
        | side      | <absent>                          | side must be one of: [buy sell]              |
        | side      | buybuybuybuybuybuybuybuybuybuybuy | side exceeds maximum length of 32 characters |
        | orderType | limitFok                          | invalid orderType 'limitFok'                 |
        | orderType | LIMIT                             | invalid orderType 'LIMIT'                    |
        | orderType | <absent>                          | invalid orderType ''                         |

      @clause:PLACEORDERS-ITEM-SYMBOL
      Examples: symbol
        | field  | value                         | message                                        |
        | symbol | <absent>                      | symbol is required                             |
        | symbol | text \n                       | symbol is required                             |
        | symbol | BTCUSDT                       | invalid symbol                                 |
        | symbol | {market, in lower case}       | symbol must use canonical uppercase format     |
        | symbol | ABCDEFGHIJKLMNOP-{settlement} | symbol exceeds maximum length of 20 characters |

      @clause:PLACEORDERS-ITEM-CLIENTID
      Examples: client order id
        | field         | value      | message                                                              |
        | clientOrderId | a b        | clientOrderId: invalid string                                        |
        | clientOrderId | text  a    | clientOrderId: input must not include leading or trailing whitespace |
        | clientOrderId | __internal | clientOrderId: input uses reserved internal clientOrderId prefix     |

    @clause:PLACEORDERS-ITEM-QUANTITY @assumed
    Scenario Outline: placeOrders refuses the quantity "<quantity>", which is no decimal number
      When "trader" places:
        | symbol   | side | price     | quantity   |
        | {market} | buy  | {far bid} | <quantity> |
      Then the response is refused with 400 VALIDATION_ERROR beginning "order 0: quantity is invalid"
      And nothing changed

      Examples:
        | quantity |
        | ten      |
        | 1e-1     |
        | 0x1      |
        | 1,5      |

  Rule: each order type requires some fields and forbids others

    @clause:PLACEORDERS-ITEM-ORDERTYPE @clause:PLACEORDERS-ITEM-OTHER @assumed
    Scenario Outline: placeOrders refuses a <orderType> order with price "<price>", trigger "<trigger>", expiry "<expiry>"
      When "trader" places:
        | symbol   | side | orderType   | price   | triggerPrice | isTriggerMarket | expiresAt | quantity |
        | {market} | buy  | <orderType> | <price> | <trigger>    | <flag>          | <expiry>  | {size}   |
      Then the response is refused with 400 VALIDATION_ERROR "order 0: <message>"
      And nothing changed

      Examples:
        | orderType | price     | trigger   | flag | expiry            | message                                           |
        | limitIoc  |           |           |      |                   | price is required for limitIoc orders             |
        | limitAlo  |           |           |      |                   | price is required for limitAlo orders             |
        | limitGtc  | {far bid} | {far bid} |      |                   | triggerPrice must be empty for limitGtc orders    |
        | market    |           | {far bid} |      |                   | triggerPrice must be empty for market orders      |
        | limitGtc  | {far bid} |           | true |                   | isTriggerMarket must be false for limitGtc orders |
        | market    |           |           | true |                   | isTriggerMarket must be false for market orders   |
        | market    | {far bid} |           |      |                   | price must be empty for market orders             |
        | limitGtd  | {far bid} |           |      |                   | expiresAt is required for limitGtd orders         |
        | limitGtc  | {far bid} |           |      | number 1900000000 | expiresAt is only valid for limitGtd orders       |
        | market    |           |           |      | number 1900000000 | expiresAt is only valid for limitGtd orders       |
        | limitGtd  | {far bid} |           |      | number 1600000000 | expiresAt must be in the future                   |

    @clause:PLACEORDERS-TYPE-LIMITGTD @assumed @needs:clock
    Scenario Outline: placeOrders refuses a good-till-date order that lives <life>
      When "trader" places:
        | symbol   | side | orderType | price     | quantity | expiresAt       |
        | {market} | buy  | limitGtd  | {far bid} | {size}   | number <expiry> |
      Then the response is refused with 400 VALIDATION_ERROR "<message>"
      And nothing changed

      Examples:
        | life             | expiry                     | message                                                 |
        | 9 s              | {now + 9 s in seconds}     | expiresAt needs to be at least 10 seconds in the future |
        | 1 s beyond a day | {now + 86401 s in seconds} | expiresAt needs to be less than 24 hours in the future  |

  Rule: the fields around the orders are validated too

    @clause:PLACEORDERS-PARAM-ORDERS @assumed @any-market
    Scenario Outline: placeOrders refuses the orders <orders>
      When "trader" sends placeOrders:
        | orders | <orders> |
      Then the response is refused with 400 <code> "<message>"
      And nothing changed

      Examples:
        | orders                                                           | code             | message                             |
        | []                                                               | VALIDATION_ERROR | orders array cannot be empty        |
        | <absent>                                                         | VALIDATION_ERROR | orders array cannot be empty        |
        | none                                                             | INVALID_FORMAT   | Invalid request body                |
        | ["one"]                                                          | INVALID_FORMAT   | Invalid request body                |
        | [{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}] | VALIDATION_ERROR | orders cannot exceed 20 per request |

    @clause:PLACEORDERS-PARAM-GROUPING @assumed
    Scenario Outline: placeOrders refuses <param> when it is <case>
      When "trader" sends placeOrders:
        | orders  | [{"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"}] |
        | <param> | <value>                                                                                             |
      Then the response is refused with 400 VALIDATION_ERROR beginning "<message>"
      And nothing changed

      Examples:
        | param    | case                  | value                                                                                                 | message                                    |
        | grouping | an unknown word       | pairs                                                                                                 | invalid grouping                           |
        | symbol   | malformed             | BTCUSDT                                                                                               | invalid symbol                             |
        | symbol   | in lower case         | {market, in lower case}                                                                               | symbol must use canonical uppercase format |
        | source   | made of words         | a test                                                                                                | invalid source attribute:                  |
        | source   | not of letters a to z | text é                                                                                                | invalid source attribute:                  |
        | source   | over 100 characters   | aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa | invalid source attribute:                  |

    @clause:WHITELIST-REQUIRED @assumed @R-09
    Scenario: placeOrders refuses a wallet that is not whitelisted
      Given the wallet of "trader" is not whitelisted
      When "trader" places:
        | symbol   | side | price     | quantity |
        | {market} | buy  | {far bid} | {size}   |
      Then the response is refused with 403 FORBIDDEN "failed whitelist arbitration"
      And nothing changed
