@trade @info @errors @negative
Feature: no number, word or address is read from characters that only look like it
  # Full-width digits (ff11), Arabic ones (0661) and superscripts (00b9) normalise to or stand for plain ones; a long s (017f) folds to S, a
  # dotted I (0130) to i, a dotless i (0131) to I. A zero-width space (200b), a no-break space (00a0) and a NUL cannot be seen.
  Background:
    Given the world "quiet"
    And "trader" also owns the subaccount "second"
    And "trader" has the open orders:
      | name | symbol   | side | price     | quantity | clientOrderId |
      | bid  | {market} | buy  | {far bid} | {2 size} | mine          |

  Rule: a write is refused whole

    @assumed @R-10
    Scenario Outline: the write <action> refuses other characters as <field>
      When "trader" tries <action> with <params>, where <path> is each of <texts>
      Then each response is refused with 400 <code> "<said>"
      And nothing changed

      @clause:PLACEORDERS-ITEM-QUANTITY
      Examples: placeOrders of quantity
        | action      | field    | path               | code             | said                                               | params                                                                                                 | texts                                                      |
        | placeOrders | quantity | orders[0].quantity | VALIDATION_ERROR | order 0: quantity is invalid: not a decimal number | {"orders":[{"symbol":"{third market}","side":"buy","orderType":"limitGtc","price":"{third far bid}"}]} | ["\uff11","\u0661","1\u200b","1\u00a0","1\u0000","\u00b9"] |

      @clause:PLACEORDERS-ITEM-TRIGGERPRICE
      Examples: placeOrders of triggerPrice
        | action      | field        | path                   | code             | said                                                   | params                                                                                                                          | texts                                                      |
        | placeOrders | triggerPrice | orders[0].triggerPrice | VALIDATION_ERROR | order 0: triggerPrice is invalid: not a decimal number | {"orders":[{"symbol":"{third market}","side":"sell","orderType":"triggerSl","isTriggerMarket":true,"quantity":"{third size}"}]} | ["\uff11","\u0661","1\u200b","1\u00a0","1\u0000","\u00b9"] |

      @clause:ORDER-FIELD-TRIGGERPRICETYPE
      Examples: placeOrders of triggerPriceType
        | action      | field            | path                       | code             | said                                     | params                                                                                                                                                                      | texts                                                      |
        | placeOrders | triggerPriceType | orders[0].triggerPriceType | VALIDATION_ERROR | order 0: trigger-price type unrecognised | {"orders":[{"symbol":"{third market}","side":"sell","orderType":"triggerSl","isTriggerMarket":true,"quantity":"{third size}","triggerPrice":"{third far bid - 10 third ticks}"}]} | ["\uff4dark","mark\u200b","mark\u0000","la\u017ft","MARK"] |

      @clause:PLACEISOLATEDORDER
      Examples: placeIsolatedOrder
        | action             | field            | path                   | code             | said                                                   | params                                                                                                                                                                                                         | texts                                                           |
        | placeIsolatedOrder | leverage         | leverage               | VALIDATION_ERROR | leverage must be a positive integer                    | {"order":{"symbol":"{third market}","side":"buy","orderType":"limitGtc","price":"{third far bid}","quantity":"{third size}"},"isolatedMargin":"100"}                                                           | ["\uff11","\u0661","1\u200b","1\u00a0","1\u0000","\u00b9"]      |
        | placeIsolatedOrder | isolatedMargin   | isolatedMargin         | VALIDATION_ERROR | isolatedMargin must be a valid decimal number          | {"order":{"symbol":"{third market}","side":"buy","orderType":"limitGtc","price":"{third far bid}","quantity":"{third size}"},"leverage":"5"}                                                                   | ["\uff11","\u0661","1\u200b","1\u00a0","1\u0000","\u00b9"]      |
        | placeIsolatedOrder | side             | order.side             | VALIDATION_ERROR | order 0: side must be one of: [buy sell]               | {"order":{"symbol":"{third market}","side":"buy","orderType":"limitGtc","price":"{third far bid}","quantity":"{third size}"},"leverage":"5","isolatedMargin":"100"}                                            | ["\uff42uy","buy\u200b","buy\u0000","\u017fell"]                |
        | placeIsolatedOrder | orderType        | order.orderType        | VALIDATION_ERROR | order 0: invalid orderType 'lımitGtc'                  | {"order":{"symbol":"{third market}","side":"buy","orderType":"limitGtc","price":"{third far bid}","quantity":"{third size}"},"leverage":"5","isolatedMargin":"100"}                                            | ["l\u0131mitGtc"]                                               |
        | placeIsolatedOrder | price            | order.price            | VALIDATION_ERROR | order 0: price is invalid: not a decimal number        | {"order":{"symbol":"{third market}","side":"buy","orderType":"limitGtc","price":"{third far bid}","quantity":"{third size}"},"leverage":"5","isolatedMargin":"100"}                                            | ["\uff11","\u0661","1\u200b","1\u00a0","1\u0000","\u00b9"]      |
        | placeIsolatedOrder | quantity         | order.quantity         | VALIDATION_ERROR | order 0: quantity is invalid: not a decimal number     | {"order":{"symbol":"{third market}","side":"buy","orderType":"limitGtc","price":"{third far bid}","quantity":"{third size}"},"leverage":"5","isolatedMargin":"100"}                                            | ["\uff11","\u0661","1\u200b","1\u00a0","1\u0000","\u00b9"]      |
        | placeIsolatedOrder | clientOrderId    | order.clientOrderId    | VALIDATION_ERROR | order 0: clientOrderId: invalid string                 | {"order":{"symbol":"{third market}","side":"buy","orderType":"limitGtc","price":"{third far bid}","quantity":"{third size}"},"leverage":"5","isolatedMargin":"100"}                                            | ["my\u017f","\uff4dine","mine\u200b","mi\u0000ne","mine\u0301"] |
        | placeIsolatedOrder | triggerPrice     | order.triggerPrice     | VALIDATION_ERROR | order 0: triggerPrice is invalid: not a decimal number | {"order":{"symbol":"{third market}","side":"sell","orderType":"triggerSl","isTriggerMarket":true,"quantity":"{third size}","triggerPrice":"{third far bid - 10 third ticks}"},"leverage":"5","isolatedMargin":"100"} | ["\uff11","\u0661","1\u200b","1\u00a0","1\u0000","\u00b9"]      |
        | placeIsolatedOrder | triggerPriceType | order.triggerPriceType | VALIDATION_ERROR | order 0: trigger-price type unrecognised               | {"order":{"symbol":"{third market}","side":"sell","orderType":"triggerSl","isTriggerMarket":true,"quantity":"{third size}","triggerPrice":"{third far bid - 10 third ticks}"},"leverage":"5","isolatedMargin":"100"} | ["\uff4dark","mark\u200b","mark\u0000","la\u017ft"]             |

      @clause:UPDATEISOLATEDMARGIN
      Examples: updateIsolatedMargin of marginDelta
        | action               | field       | path        | code             | said                                       | params                      | texts                                                      |
        | updateIsolatedMargin | marginDelta | marginDelta | VALIDATION_ERROR | marginDelta must be a valid decimal number | {"symbol":"{third market}"} | ["\uff11","\u0661","1\u200b","1\u00a0","1\u0000","\u00b9"] |

      @clause:UPDATELEVERAGE
      Examples: updateLeverage of leverage
        | action         | field    | path     | code             | said                                | params                      | texts                                                      |
        | updateLeverage | leverage | leverage | VALIDATION_ERROR | leverage must be a positive integer | {"symbol":"{third market}"} | ["\uff11","\u0661","1\u200b","1\u00a0","1\u0000","\u00b9"] |

      @clause:MODIFYORDER-PARAM-PRICE
      Examples: modifyOrder of price
        | action      | field | path  | code             | said                                 | params              | texts                                                      |
        | modifyOrder | price | price | VALIDATION_ERROR | price must be a valid decimal number | {"orderId":"{bid}"} | ["\uff11","\u0661","1\u200b","1\u00a0","1\u0000","\u00b9"] |

      @clause:MODIFYORDER-PARAM-QUANTITY
      Examples: modifyOrder of quantity
        | action      | field    | path     | code             | said                                    | params              | texts                                                      |
        | modifyOrder | quantity | quantity | VALIDATION_ERROR | quantity must be a valid decimal number | {"orderId":"{bid}"} | ["\uff11","\u0661","1\u200b","1\u00a0","1\u0000","\u00b9"] |

      @clause:MODIFYORDER-PARAM-TRIGGERPRICE
      Examples: modifyOrder of triggerPrice
        | action      | field        | path         | code             | said                                 | params              | texts                                                      |
        | modifyOrder | triggerPrice | triggerPrice | VALIDATION_ERROR | price must be a valid decimal number | {"orderId":"{bid}"} | ["\uff11","\u0661","1\u200b","1\u00a0","1\u0000","\u00b9"] |

      @clause:MODIFYORDER-ERR-PARAMETERS
      Examples: modifyOrder of clientOrderId
        | action      | field         | path          | code             | said                          | params                | texts                                                           |
        | modifyOrder | clientOrderId | clientOrderId | VALIDATION_ERROR | clientOrderId: invalid string | {"quantity":"{size}"} | ["my\u017f","\uff4dine","mine\u200b","mi\u0000ne","mine\u0301"] |

      @clause:MODIFYORDERBATCH
      Examples: modifyOrderBatch
        | action           | field        | path                   | code             | said                                             | params                             | texts                                                      |
        | modifyOrderBatch | quantity     | orders[0].quantity     | VALIDATION_ERROR | order 0: quantity must be a valid decimal number | {"orders":[{"orderId":"{bid}"}]}   | ["\uff11","\u0661","1\u200b","1\u00a0","1\u0000","\u00b9"] |
        | modifyOrderBatch | orderId      | orders[0].orderId      | VALIDATION_ERROR | order 0: orderId must be a valid integer         | {"orders":[{"quantity":"{size}"}]} | ["\uff11","\u0661","1\u200b","1\u00a0","1\u0000","\u00b9"] |
        | modifyOrderBatch | price        | orders[0].price        | VALIDATION_ERROR | order 0: price must be a valid decimal number    | {"orders":[{"orderId":"{bid}"}]}   | ["\uff11","\u0661","1\u200b","1\u00a0","1\u0000","\u00b9"] |
        | modifyOrderBatch | triggerPrice | orders[0].triggerPrice | VALIDATION_ERROR | order 0: price must be a valid decimal number    | {"orders":[{"orderId":"{bid}"}]}   | ["\uff11","\u0661","1\u200b","1\u00a0","1\u0000","\u00b9"] |

      @clause:CANCELORDERS
      Examples: cancelOrders
        | action       | field          | path              | code             | said                              | params                      | texts                                                           |
        | cancelOrders | clientOrderIds | clientOrderIds[0] | VALIDATION_ERROR | clientOrderIds[0]: invalid string | {"clientOrderIds":["mine"]} | ["my\u017f","\uff4dine","mine\u200b","mi\u0000ne","mine\u0301"] |
        | cancelOrders | orderIds       | orderIds[0]       | VALIDATION_ERROR | orderId must be a valid integer   | {"orderIds":["1"]}          | ["\uff11","\u0661","1\u200b","1\u00a0","1\u0000","\u00b9"]      |

      @clause:TRANSFERCOLLATERAL-PARAM-AMOUNT
      Examples: transferCollateral of amount
        | action             | field  | path   | code             | said                                  | params                                                    | texts                                                      |
        | transferCollateral | amount | amount | VALIDATION_ERROR | amount must be a valid decimal number | {"destinationSubAccountId":"{second id}","symbol":"USDT"} | ["\uff11","\u0661","1\u200b","1\u00a0","1\u0000","\u00b9"] |

      @clause:WITHDRAWCOLLATERAL
      Examples: withdrawCollateral of amount
        | action             | field  | path   | code             | said                                  | params                                             | texts                                                      |
        | withdrawCollateral | amount | amount | VALIDATION_ERROR | amount must be a valid decimal number | {"symbol":"USDT","destination":"{trader address}"} | ["\uff11","\u0661","1\u200b","1\u00a0","1\u0000","\u00b9"] |

      @clause:VOLUNTARYCOLLATERALEXCHANGE @needs:reference-market
      Examples: voluntaryCollateralExchange of targetUSDTAmount
        | action                      | field            | path             | code             | said                                                       | params                 | texts                                                       |
        | voluntaryCollateralExchange | targetUSDTAmount | targetUSDTAmount | VALIDATION_ERROR | targetUSDTAmount must be 'all' or a valid positive decimal | {"sourceAsset":"WETH"} | ["\uff11","1\u200b","1\u0000","\uff41ll","all\u200b","ALL"] |

      @clause:REMOVEDELEGATEDSIGNER-PARAM-WALLETADDRESS
      Examples: removeDelegatedSigner of walletAddress
        | action                | field         | path          | code             | said                                              | params | texts                                                                                                 |
        | removeDelegatedSigner | walletAddress | walletAddress | VALIDATION_ERROR | delegate address must be a valid Ethereum address | {}     | ["0x\uff11111111111111111111111111111111111111111","\uff10x1111111111111111111111111111111111111111"] |

      @clause:MODIFYORDER-PARAM-ORDERID
      Examples: modifyOrder of orderId
        | action      | field   | path    | code             | said                            | params                | texts                                                      |
        | modifyOrder | orderId | orderId | VALIDATION_ERROR | orderId must be a valid integer | {"quantity":"{size}"} | ["\uff11","\u0661","1\u200b","1\u00a0","1\u0000","\u00b9"] |

      @clause:TRANSFERCOLLATERAL-PARAM-DESTINATIONSUBACCOUNTID
      Examples: transferCollateral
        | action             | field                   | path                    | code             | said                                | params                         | texts                                                      |
        | transferCollateral | destinationSubAccountId | destinationSubAccountId | VALIDATION_ERROR | to must be a valid positive integer | {"symbol":"USDT","amount":"1"} | ["\uff11","\u0661","1\u200b","1\u00a0","1\u0000","\u00b9"] |
        | transferCollateral | to                      | to                      | VALIDATION_ERROR | to must be a valid positive integer | {"symbol":"USDT","amount":"1"} | ["\uff11","\u0661","1\u200b","1\u00a0","1\u0000","\u00b9"] |

      @clause:ERR-SUBACCOUNTID-UNPARSABLE
      Examples: placeOrders of subAccountId
        | action      | field        | path         | code             | said                           | params                                                                                                                           | texts                                                      |
        | placeOrders | subAccountId | subAccountId | VALIDATION_ERROR | subaccount id cannot be parsed | {"orders":[{"symbol":"{third market}","side":"buy","orderType":"limitGtc","price":"{third far bid}","quantity":"{third size}"}]} | ["\uff11","\u0661","1\u200b","1\u00a0","1\u0000","\u00b9"] |

  Rule: a read with another text is refused

    @assumed @R-10
    Scenario Outline: the read <action> refuses other characters as <field>
      When "trader" tries <action> with <params>, where <path> is each of <texts>
      Then each response is refused with 400 <code> "<said>"
      And nothing changed

      @clause:GETORDERHISTORY-ERR-STATUS
      Examples: getOrderHistory
        | action          | field              | path      | code             | said           | params                | texts                                                                         |
        | getOrderHistory | status             | status[0] | VALIDATION_ERROR | invalid status | {"status":["filled"]} | ["\uff46illed","filled\u200b","filled\u0000","cancelled\u00a0","f\u0131lled"] |
        | getOrderHistory | status in one word | status    | VALIDATION_ERROR | invalid status | {}                    | ["\uff46illed","filled\u200b","filled\u0000","cancelled\u00a0","f\u0131lled"] |

      @clause:GETORDERHISTORY-PARAM-SIDE
      Examples: getOrderHistory of side
        | action          | field | path | code             | said                            | params | texts                                |
        | getOrderHistory | side  | side | VALIDATION_ERROR | side must be one of: [buy sell] | {}     | ["\uff42uy","buy\u200b","buy\u0000"] |

      @clause:GETORDERHISTORY-PARAM-TYPE
      Examples: getOrderHistory of type
        | action          | field | path | code             | said         | params | texts                                     |
        | getOrderHistory | type  | type | VALIDATION_ERROR | invalid type | {}     | ["\uff2cIMIT","LIM\u0130T","LIMIT\u0000"] |

      @clause:GETBALANCEUPDATES-ERR-FILTER
      Examples: getBalanceUpdates of actionFilter
        | action            | field        | path         | code             | said                                                                    | params | texts                                                               |
        | getBalanceUpdates | actionFilter | actionFilter | VALIDATION_ERROR | invalid action filter, available filters: DEPOSIT, WITHDRAWAL, TRANSFER | {}     | ["\uff34RANSFER","TRAN\u017fFER","TRANSFER\u0000","TRANSFER\u200b"] |

      @clause:GETPOSITIONS-PARAM-STATUS
      Examples: getPositions of status
        | action       | field  | path   | code             | said           | params | texts                                   |
        | getPositions | status | status | VALIDATION_ERROR | invalid status | {}     | ["\uff4fpen","open\u200b","open\u0000"] |

      @clause:GETPOSITIONS-PARAM-SORTBY
      Examples: getPositions of sortBy
        | action       | field  | path   | code             | said               | params | texts                                        |
        | getPositions | sortBy | sortBy | VALIDATION_ERROR | invalid sort field | {}     | ["\uff53ymbol","\u017fymbol","symbol\u0000"] |

      @clause:GETPOSITIONS-PARAM-SORTORDER
      Examples: getPositions of sortOrder
        | action       | field     | path      | code             | said               | params | texts                               |
        | getPositions | sortOrder | sortOrder | VALIDATION_ERROR | invalid sort order | {}     | ["\uff41sc","a\u017fc","asc\u0000"] |

      @clause:GETPERFORMANCEHISTORY
      Examples: getPerformanceHistory of period
        | action                | field  | path   | code             | said           | params | texts                                |
        | getPerformanceHistory | period | period | VALIDATION_ERROR | invalid period | {}     | ["\uff44ay","day\u200b","day\u0000"] |

      @clause:GETTRADES-ORDERID-NONNUMERIC
      Examples: getTrades of orderId
        | action    | field   | path    | code             | said            | params | texts                                                      |
        | getTrades | orderId | orderId | VALIDATION_ERROR | Invalid orderId | {}     | ["\uff11","\u0661","1\u200b","1\u00a0","1\u0000","\u00b9"] |

      @clause:GETTRADESFORPOSITION-ERR-POSITIONID-NUMERIC
      Examples: getTradesForPosition of positionId
        | action               | field      | path       | code             | said                                     | params | texts                                                      |
        | getTradesForPosition | positionId | positionId | VALIDATION_ERROR | positionId must be a valid numeric value | {}     | ["\uff11","\u0661","1\u200b","1\u00a0","1\u0000","\u00b9"] |

      @clause:GETDELEGATIONSFORDELEGATE-ERR-ADDRESS
      Examples: getDelegationsForDelegate of owningAddress
        | action                    | field         | path          | code             | said                         | params | texts                                                                                                 |
        | getDelegationsForDelegate | owningAddress | owningAddress | VALIDATION_ERROR | Invalid owningAddress format | {}     | ["0x\uff11111111111111111111111111111111111111111","\uff10x1111111111111111111111111111111111111111"] |

      @clause:GETLOTTERYEPOCHTICKETS-PARAM-STARTEPOCHID
      Examples: getLotteryEpochTickets of startEpochId
        | action                 | field        | path         | code             | said                                       | params | texts                                                      |
        | getLotteryEpochTickets | startEpochId | startEpochId | VALIDATION_ERROR | startEpochId must be a valid numeric value | {}     | ["\uff11","\u0661","1\u200b","1\u00a0","1\u0000","\u00b9"] |

      @clause:ERR-SUBACCOUNTID-UNPARSABLE
      Examples: getOpenOrders of subAccountId
        | action        | field        | path         | code             | said                           | params | texts                                                      |
        | getOpenOrders | subAccountId | subAccountId | VALIDATION_ERROR | subaccount id cannot be parsed | {}     | ["\uff11","\u0661","1\u200b","1\u00a0","1\u0000","\u00b9"] |

      @clause:GETORDERHISTORY-PARAM-SORTBY
      Examples: getOrderHistory of sortBy
        | action          | field  | path   | code             | said               | params | texts                                                       |
        | getOrderHistory | sortBy | sortBy | VALIDATION_ERROR | invalid sort field | {}     | ["createdT\u0131me","\uff43reatedTime","createdTime\u200b"] |

      @clause:GETLOTTERYEPOCHTICKETS-PARAM-ENDEPOCHID
      Examples: getLotteryEpochTickets of endEpochId
        | action                 | field      | path       | code             | said                                     | params               | texts                                                      |
        | getLotteryEpochTickets | endEpochId | endEpochId | VALIDATION_ERROR | endEpochId must be a valid numeric value | {"startEpochId":"1"} | ["\uff11","\u0661","1\u200b","1\u00a0","1\u0000","\u00b9"] |

      @clause:GETLOTTERYMYWINNINGTICKETS
      Examples: getLotteryMyWinningTickets of epochId
        | action                     | field   | path    | code             | said                                  | params | texts                                                      |
        | getLotteryMyWinningTickets | epochId | epochId | VALIDATION_ERROR | epochId must be a valid numeric value | {}     | ["\uff11","\u0661","1\u200b","1\u00a0","1\u0000","\u00b9"] |

      @clause:REQ-ACTION-UNKNOWN
      Examples: getOpenOrders of action
        | action        | field  | path   | code             | said               | params | texts                                                                                   |
        | getOpenOrders | action | action | VALIDATION_ERROR | unsupported action | {}     | ["getOpenOrder\u017f","\uff47etOpenOrders","getOpenOrders\u200b","getOpenOrders\u0000"] |

  Rule: a public read is refused, too

    @assumed @R-10
    Scenario Outline: the public read <action> refuses other characters as <field>
      When anyone tries <action> with <params>, where <path> is each of <texts>
      Then each response is refused with 400 <code> "<said>"

      @clause:GETCANDLES
      Examples: getCandles of interval
        | action     | field    | path     | code             | said                       | params                                    | texts                                       |
        | getCandles | interval | interval | VALIDATION_ERROR | Invalid request parameters | {"symbol":"{third market}","startTime":0} | ["\uff11m","1m\u200b","1m\u0000","1\uff4d"] |

      @clause:GETFUNDINGRATEHISTORY
      Examples: getFundingRateHistory of symbol
        | action                | field  | path   | code           | said                | params                      | texts                                                                                             |
        | getFundingRateHistory | symbol | symbol | INVALID_FORMAT | market name invalid | {"startTime":1,"endTime":2} | ["{third base}-U\u017fDT","{third base}-\uff35SDT","{third market}\u200b","{third market}\u0000"] |

      @clause:GETISWHITELISTED-ERR-FORMAT
      Examples: getIsWhitelisted of walletAddress
        | action           | field         | path          | code             | said                          | params | texts                                                                                                 |
        | getIsWhitelisted | walletAddress | walletAddress | VALIDATION_ERROR | Invalid wallet address format | {}     | ["0x\uff11111111111111111111111111111111111111111","\uff10x1111111111111111111111111111111111111111"] |

      @clause:GETSUBACCOUNTIDS
      Examples: getSubAccountIds of walletAddress
        | action           | field         | path          | code             | said                          | params | texts                                                                                                 |
        | getSubAccountIds | walletAddress | walletAddress | VALIDATION_ERROR | Invalid wallet address format | {}     | ["0x\uff11111111111111111111111111111111111111111","\uff10x1111111111111111111111111111111111111111"] |

      @clause:GETLOTTERYEPOCH
      Examples: getLotteryEpoch of epochId
        | action          | field   | path    | code             | said                                  | params | texts                                                      |
        | getLotteryEpoch | epochId | epochId | VALIDATION_ERROR | epochId must be a valid numeric value | {}     | ["\uff11","\u0661","1\u200b","1\u00a0","1\u0000","\u00b9"] |

      @clause:REQ-ACTION-UNKNOWN
      Examples: getMids of action
        | action  | field  | path   | code             | said               | params | texts                                                           |
        | getMids | action | action | VALIDATION_ERROR | unsupported action | {}     | ["getM\u0131ds","getMid\u017f","getMids\u200b","getMids\u0000"] |

  Rule: a filter that is a name of its own lists nothing else

    @clause:GETTRANSFERS-PARAM-SYMBOL @assumed @R-10
    Scenario Outline: getTransfers of the asset <asset> lists no transfer of USDT
      Given "trader" has transferred "1" USDT to "second"
      When "trader" sends getTransfers with {"symbol":"<asset>"}
      Then the response is ok with:
        | transfers | []       |
        | total     | number 0 |

      Examples:
        | asset       |
        | U\\u017fDT  |
        | \\uff35SDT  |
        | USDT\\u200b |

    @clause:GETWITHDRAWABLEAMOUNTS @assumed @R-10
    Scenario: getWithdrawableAmounts shows nothing of assets whose names only fold to those that are held
      When "trader" sends getWithdrawableAmounts with {"symbols":["U\u017fDT","\uff22TC","USDT\u200b"]}
      Then every item of "items" of the response is:
        | withdrawableAmount | 0 |
        | quantity           | 0 |

    @clause:AGG-ORDERBOOK-TICKER-ID @clause:ERRENV-AGGREGATOR @assumed @R-10 @rest-only
    Scenario Outline: the order book of a listing site refuses a ticker with <what>
      When anyone gets "/info/orderbook?ticker_id=<ticker>"
      Then the response is 400 with:
        | error | <text> |

      Examples:
        | what              | ticker              | text   |
        | a long s          | {base}-U%C5%BFDT    | <text> |
        | a full-width U    | {base}-%EF%BC%B5SDT | <text> |
        | a byte of no text | {base}-%FFSDT       | <text> |
