@trade @info @errors @negative
Feature: a text is the characters that were sent, and no other text that looks or folds like it
  # A long s (017f) folds to S, a dotless i (0131) to I, the sign of kelvin (212a) to k. Full-width letters (ff33) normalise to plain ones, a
  # Cyrillic letter (0405) looks like one, and a no-break space (00a0), a zero-width one (200b) or a NUL cannot be seen at all.
  Background:
    Given the world "quiet"
    And "trader" is a trader
    And "trader" also owns the subaccount "second"

  Rule: no other alphabet names a market

    @clause:CONV-SYMBOL-UNKNOWN @clause:CONV-SYMBOL-MALFORMED @assumed @R-10
    Scenario Outline: <action> refuses a symbol that only folds or normalises to a market
      When anyone tries <action> with <params>, where symbol is each of ["\u017fOL-USDT","SOL-U\u017fDT","sol-u\u017fdt","SU\u0131-USDT","SU\u0130-USDT","BN\u212a-USDT","\uff33OL-USDT","SOL\uff0dUSDT","SOL\u2010USDT","\u0405OL-USDT","S\u0301OL-USDT","SOL-USDT\u00a0","\ufeffSOL-USDT","SOL-USDT\u200b","SOL-USDT\u0000","SOL-US\u0000DT"]
      Then each response is refused with 400 INVALID_FORMAT "market name invalid"

      Examples:
        | action          | params                          |
        | getLastTrades   | {}                              |
        | getOrderbook    | {}                              |
        | getFundingRate  | {}                              |
        | getCandles      | {"interval":"1m","startTime":0} |
        | getOpenInterest | {}                              |

    @clause:CONV-SYMBOL-UNKNOWN @clause:CONV-SYMBOL-MALFORMED @assumed @R-10
    Scenario Outline: <action> refuses a filter that only folds or normalises to a market
      When "trader" tries <action> with {}, where symbol is each of ["\u017fOL-USDT","sol-u\u017fdt","SU\u0131-USDT","BN\u212a-USDT","\uff33OL-USDT","SOL\u2010USDT","SOL-USDT\u00a0","SOL-USDT\u200b","SOL-USDT\u0000"]
      Then each response is refused with 400 INVALID_FORMAT "market name invalid"
      And nothing changed

      Examples:
        | action             |
        | getOpenOrders      |
        | getOrderHistory    |
        | getTrades          |
        | getPositions       |
        | getPositionHistory |
        | getFundingPayments |

    @assumed @R-10
    Scenario Outline: <action> refuses a text in other letters as <field>
      When "trader" tries <action> with <params>, where <path> is each of <texts>
      Then each response is refused with 400 <code> "<said>"
      And nothing changed

      @clause:PLACEORDERS-ITEM-SYMBOL
      Examples: symbols of placeOrders
        | action      | field                    | path             | code             | said                    | params                                                                                                         | texts                                                                     |
        | placeOrders | symbol                   | orders[0].symbol | VALIDATION_ERROR | order 0: invalid symbol | {"orders":[{"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"}]} | ["{base}-U\u017fDT","{base}-\uff35SDT","{market}\u200b","{market}\u0000"] |
        | placeOrders | symbol beside the orders | symbol           | VALIDATION_ERROR | invalid symbol          | {"orders":[{"side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"}]}                     | ["{base}-U\u017fDT","{base}-\uff35SDT","{market}\u200b","{market}\u0000"] |

      @clause:UPDATELEVERAGE
      Examples: symbols of updateLeverage
        | action         | field  | path   | code           | said                | params           | texts                                                                                      |
        | updateLeverage | symbol | symbol | INVALID_FORMAT | market name invalid | {"leverage":"5"} | ["{base}-U\u017fDT","{base}-\uff35SDT","{market}\u00a0","{market}\u200b","{market}\u0000"] |

      @clause:UPDATEISOLATEDMARGIN
      Examples: symbols of updateIsolatedMargin
        | action               | field  | path   | code           | said                | params              | texts                                                                                      |
        | updateIsolatedMargin | symbol | symbol | INVALID_FORMAT | market name invalid | {"marginDelta":"5"} | ["{base}-U\u017fDT","{base}-\uff35SDT","{market}\u00a0","{market}\u200b","{market}\u0000"] |

      @clause:CANCELALLORDERS-ERR-SYMBOL
      Examples: symbols of cancelAllOrders
        | action          | field          | path       | code             | said                                           | params                   | texts                                                  |
        | cancelAllOrders | symbol         | symbols[0] | VALIDATION_ERROR | symbols[0] must use canonical uppercase format | {"symbols":["{market}"]} | ["{base}-U\u017fDT","{base, in lower case}-u\u017fdt"] |
        | cancelAllOrders | capital symbol | symbols[0] | INVALID_FORMAT   | market name invalid                            | {"symbols":["{market}"]} | ["{base}-\uff35SDT","{market}\u200b","{market}\u0000"] |

      @clause:PLACEISOLATEDORDER
      Examples: symbols of placeIsolatedOrder
        | action             | field  | path         | code             | said                    | params                                                                                                                                            | texts                                                                     |
        | placeIsolatedOrder | symbol | order.symbol | VALIDATION_ERROR | order 0: invalid symbol | {"order":{"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"},"leverage":"5","isolatedMargin":"100"} | ["{base}-U\u017fDT","{base}-\uff35SDT","{market}\u200b","{market}\u0000"] |

      @clause:TRANSFERCOLLATERAL-ERR-ASSET
      Examples: symbols of transferCollateral
        | action             | field | path   | code            | said            | params                                                 | texts                                                            |
        | transferCollateral | asset | symbol | ASSET_NOT_FOUND | asset not found | {"destinationSubAccountId":"{second id}","amount":"1"} | ["U\u017fDT","\uff35SDT","USDT\u200b","USDT\u0000","USDT\u00a0"] |

      @clause:WITHDRAWCOLLATERAL
      Examples: symbols of withdrawCollateral
        | action             | field         | path   | code             | said                                       | params                                           | texts                                   |
        | withdrawCollateral | asset         | symbol | VALIDATION_ERROR | symbol must use canonical uppercase format | {"amount":"10","destination":"{trader address}"} | ["U\u017fDT","USDT\u00a0"]              |
        | withdrawCollateral | capital asset | symbol | ASSET_NOT_FOUND  | asset not found                            | {"amount":"10","destination":"{trader address}"} | ["\uff35SDT","USDT\u200b","USDT\u0000"] |

      @clause:VOLUNTARYCOLLATERALEXCHANGE @any-market
      Examples: symbols of voluntaryCollateralExchange
        | action                      | field | path        | code            | said            | params                   | texts                                                            |
        | voluntaryCollateralExchange | asset | sourceAsset | ASSET_NOT_FOUND | asset not found | {"targetUSDTAmount":"5"} | ["WE\u0422H","\uff37ETH","WETH\u200b","WETH\u0000","WETH\u00a0"] |

      @clause:PLACEORDERS-ITEM-CLIENTID
      Examples: clientOrderId
        | action      | field         | path                    | code             | said                                   | params                                                                                                         | texts                                                                     |
        | placeOrders | clientOrderId | orders[0].clientOrderId | VALIDATION_ERROR | order 0: clientOrderId: invalid string | {"orders":[{"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"}]} | ["my\u017f","\uff4dine","mine\u200b","mi\u0000ne","mine\u0301","m\u00ef"] |

      @clause:PLACEORDERS-ITEM-SIDE
      Examples: side
        | action      | field | path           | code             | said                                     | params                                                                                            | texts                                            |
        | placeOrders | side  | orders[0].side | VALIDATION_ERROR | order 0: side must be one of: [buy sell] | {"orders":[{"symbol":"{market}","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"}]} | ["\uff42uy","buy\u200b","buy\u0000","\u017fell"] |

      @clause:PLACEORDERS-ITEM-ORDERTYPE
      Examples: orderType
        | action      | field     | path                | code             | said                                  | params                                                                                  | texts             |
        | placeOrders | orderType | orders[0].orderType | VALIDATION_ERROR | order 0: invalid orderType 'lımitGtc' | {"orders":[{"symbol":"{market}","side":"buy","price":"{far bid}","quantity":"{size}"}]} | ["l\u0131mitGtc"] |

      @clause:PLACEORDERS-ITEM-PRICE
      Examples: price
        | action      | field | path            | code             | said                                            | params                                                                                     | texts                                                                           |
        | placeOrders | price | orders[0].price | VALIDATION_ERROR | order 0: price is invalid: not a decimal number | {"orders":[{"symbol":"{market}","side":"buy","orderType":"limitGtc","quantity":"{size}"}]} | ["\uff11\uff18\uff10","\u0661\u0668\u0660","{far bid}\u200b","{far bid}\u0000"] |

      @clause:PLACEORDERS-ITEM-OTHER
      Examples: source
        | action      | field  | path   | code             | said                                                       | params                                                                                                         | texts                                                 |
        | placeOrders | source | source | VALIDATION_ERROR | invalid source attribute: takes letters, digits and -._=+/ | {"orders":[{"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"}]} | ["bo\u0074\u017f","\uff42ot","bot\u200b","b\u0000ot"] |

      @clause:PLACEORDERS-PARAM-GROUPING
      Examples: grouping
        | action      | field    | path     | code             | said             | params                                                                                                         | texts                                               |
        | placeOrders | grouping | grouping | VALIDATION_ERROR | invalid grouping | {"orders":[{"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"}]} | ["\uff4ea","na\u200b","na\u0000","normalTp\u017fl"] |

      @clause:WITHDRAWCOLLATERAL
      Examples: destinations
        | action             | field       | path        | code             | said                                         | params                          | texts                                                                                                                                                   |
        | withdrawCollateral | destination | destination | VALIDATION_ERROR | destination must be a valid Ethereum address | {"symbol":"USDT","amount":"10"} | ["0x\uff11111111111111111111111111111111111111111","\uff10x1111111111111111111111111111111111111111","0x111111111111111111111111111111111111111\u0000"] |

      @clause:ADDDELEGATEDSIGNER-PARAMS
      Examples: addresses and permissions of signers
        | action             | field         | path           | code             | said                                                                  | params                                                                                   | texts                                                                                                                                                   |
        | addDelegatedSigner | walletAddress | walletAddress  | VALIDATION_ERROR | delegate address must be a valid Ethereum address                     | {"permissions":["session"]}                                                              | ["0x\uff11111111111111111111111111111111111111111","\uff10x1111111111111111111111111111111111111111","0x111111111111111111111111111111111111111\u0000"] |
        | addDelegatedSigner | permission    | permissions[0] | VALIDATION_ERROR | invalid permission value: must be 'delegate', 'session', or 'trading' | {"walletAddress":"0x1111111111111111111111111111111111111111","permissions":["session"]} | ["\u017fession","sess\u0131on","session\u200b","session\u0000"]                                                                                         |

    @clause:PLACEORDERS-ITEM-CLIENTID @assumed
    Scenario: client order ids that differ in case alone are two ids
      Given "trader" has the open orders:
        | name  | symbol   | side | price            | quantity | clientOrderId |
        | small | {market} | buy  | {far bid}        | {size}   | mine          |
        | large | {market} | buy  | {far bid - tick} | {size}   | MINE          |
      When "trader" sends getOpenOrders with {"clientOrderId":"MINE"}
      Then the response lists:
        | orderId | order.clientId |
        | {large} | MINE           |

  Rule: a name is kept to the character, and what cannot be seen is refused

    @clause:UPDATESUBACCOUNTNAME @clause:SUBACCT-FIELD-SUBACCOUNTNAME @assumed
    Scenario Outline: the name <what> is kept as it was signed
      When "trader" sends updateSubAccountName with {"name":"<name>"}
      Then the response is ok
      When "trader" sends getSubAccount with {}
      Then the response is ok with:
        | subAccountName | <kept> |

      Examples:
        | what            | name       | kept  |
        | composed        | caf\u00e9  | café  |
        | decomposed      | cafe\u0301 | café |
        | full-width      | \uff21     | Ａ     |
        | with a ligature | \ufb01     | ﬁ     |

    @clause:UPDATESUBACCOUNTNAME @assumed
    Scenario Outline: <action> refuses a name with <what>, whichever it is
      When "trader" tries <action> with {}, where name is each of ["a\u0000b","a\u0007b","a\u007fb","a\u0085b","a\u00adb","a\u200bb","a\u202eb","a\u2028b","a\ufeffb"]
      Then each response is refused with 400 VALIDATION_ERROR "<said>"
      And nothing changed

      Examples:
        | action               | what               | said                                        |
        | updateSubAccountName | a hidden character | name must be a safe and human readable name |
        | createSubaccount     | a hidden character | name: invalid string                        |

  Rule: a body is UTF-8, to the byte

    @clause:CONV-JSON-REQUEST @assumed @R-10 @rest-only
    Scenario Outline: a body with <what> in <place> is refused, whatever it would be replaced by
      When anyone posts to "<path>" the body, "#" being the bytes "<bytes>"
        """
        <body>
        """
      Then the response is refused with 400 INVALID_FORMAT "Invalid request body"
      And nothing changed

      Examples:
        | what                           | place           | path   | bytes             | body                                                                            |
        | a byte that begins nothing     | an unknown text | /info  | ff                | {"params":{"action":"getMids","note":"a#b"}}                                    |
        | a continuation byte alone      | an unknown text | /info  | 80                | {"params":{"action":"getMids","note":"a#b"}}                                    |
        | a character cut short          | an unknown text | /info  | e2 82             | {"params":{"action":"getMids","note":"a#"}}                                     |
        | a slash written too long       | an unknown text | /info  | c0 af             | {"params":{"action":"getMids","note":"a#b"}}                                    |
        | an S written too long          | a symbol        | /info  | c1 93             | {"params":{"action":"getFundingRate","symbol":"#OL-USDT"}}                      |
        | an S written in three bytes    | a symbol        | /info  | e0 81 93          | {"params":{"action":"getFundingRate","symbol":"#OL-USDT"}}                      |
        | a NUL written too long         | an action       | /info  | c0 80             | {"params":{"action":"getMids#"}}                                                |
        | half a surrogate               | an unknown text | /info  | ed a0 80          | {"params":{"action":"getMids","note":"a#b"}}                                    |
        | a pair of surrogates           | an unknown text | /info  | ed a0 bd ed b8 80 | {"params":{"action":"getMids","note":"a#b"}}                                    |
        | a character above the last one | an unknown text | /info  | f4 90 80 80       | {"params":{"action":"getMids","note":"a#b"}}                                    |
        | a byte that begins nothing     | a key           | /info  | fe                | {"params":{"action":"getMids","no#te":"b"}}                                     |
        | a byte order mark              | front           | /info  | ef bb bf          | #{"params":{"action":"getMids"}}                                                |
        | a NUL                          | a text          | /info  | 00                | {"params":{"action":"getMids","note":"a#b"}}                                    |
        | a line break                   | a text          | /info  | 0a                | {"params":{"action":"getMids","note":"a#b"}}                                    |
        | a byte that begins nothing     | a signed text   | /trade | ff                | {"params":{"action":"placeOrders","subAccountId":"1","source":"a#b"},"nonce":1} |
        | a no-break space               | between tokens  | /trade | c2 a0             | {"params":#{"action":"getOpenOrders","subAccountId":"1"}}                       |
