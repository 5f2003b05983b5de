@trade @auth
Feature: every write is signed with its own type, field by field in the stated order
  Background:
    Given the world "quiet"
    And "trader" has the open orders:
      | name | symbol          | side | orderType | price                             | triggerPrice     | quantity        | clientOrderId |
      | stop | {second market} | sell | triggerSl | {second far bid - 2 second ticks} | {second far bid} | {2 second size} | guard         |
    And "trader" is long "{size}" of "{market}" with an isolated margin of "{far ask x size, rounded to 6 decimals}", against "other"

  Rule: a write signed under its own type is executed

    Scenario Outline: <action> signed as <primary> is executed and changes one thing
      Given "bob" is a session delegate of "trader"
      And "carol" is a trader
      When "trader" sends <action>:
        | .                  | <params>           |
        | top.nonce          | number {now + 3 s} |
        | top.expiresAfter   | number {now + 2 h} |
        | signing.as.type    | <type>             |
        | signing.as.message | <message>          |
      Then the response is ok
      And these facts changed, and no others:
        | fact   | from   | to   |
        | <fact> | <from> | <to> |

      @clause:AUTH-TYPE-MODIFYORDER
      Examples: modifyOrder
        | primary     | action      | fact       | from                                                                                                    | to                                                                                                                         | params                                                                                                                                             | type                                                                                                                                  | message                                                                                                                                                                                                                        |
        | ModifyOrder | modifyOrder | order stop | sell {2 second size} at {second far bid - 2 second ticks, price} from {second far bid, price}, filled 0 | sell {3 second size} at {second far bid - 12 second ticks, price} from {second far bid - 10 second ticks, price}, filled 0 | {"orderId":"{stop}","price":"{second far bid - 12 second ticks}","quantity":"{3 second size}","triggerPrice":"{second far bid - 10 second ticks}"} | ModifyOrder(uint256 subAccountId,uint256 orderId,string price,string quantity,string triggerPrice,uint256 nonce,uint256 expiresAfter) | {"subAccountId":"{trader id}","orderId":"{stop}","price":"{second far bid - 12 second ticks}","quantity":"{3 second size}","triggerPrice":"{second far bid - 10 second ticks}","nonce":{now + 3 s},"expiresAfter":{now + 2 h}} |

      @clause:AUTH-TYPE-MODIFYORDER @assumed
      Examples: modifyOrder by client id
        | primary            | action      | fact       | from                                                                                                    | to                                                                                                                         | params                                                                                                                                                  | type                                                                                                                                              | message                                                                                                                                                                                                                             |
        | ModifyOrderByCloid | modifyOrder | order stop | sell {2 second size} at {second far bid - 2 second ticks, price} from {second far bid, price}, filled 0 | sell {3 second size} at {second far bid - 12 second ticks, price} from {second far bid - 10 second ticks, price}, filled 0 | {"clientOrderId":"guard","price":"{second far bid - 12 second ticks}","quantity":"{3 second size}","triggerPrice":"{second far bid - 10 second ticks}"} | ModifyOrderByCloid(uint256 subAccountId,string clientOrderId,string price,string quantity,string triggerPrice,uint256 nonce,uint256 expiresAfter) | {"subAccountId":"{trader id}","clientOrderId":"guard","price":"{second far bid - 12 second ticks}","quantity":"{3 second size}","triggerPrice":"{second far bid - 10 second ticks}","nonce":{now + 3 s},"expiresAfter":{now + 2 h}} |

      @clause:AUTH-TYPE-CANCELORDERS @assumed
      Examples: cancelOrders
        | primary             | action       | fact       | from                                                                                                    | to   | params                                | type                                                                                                 | message                                                                                                           |
        | CancelOrders        | cancelOrders | order stop | sell {2 second size} at {second far bid - 2 second ticks, price} from {second far bid, price}, filled 0 | none | {"orderIds":["4711","{stop}"]}        | CancelOrders(uint256 subAccountId,uint256[] orderIds,uint256 nonce,uint256 expiresAfter)             | {"subAccountId":"{trader id}","orderIds":["4711","{stop}"],"nonce":{now + 3 s},"expiresAfter":{now + 2 h}}        |
        | CancelOrdersByCloid | cancelOrders | order stop | sell {2 second size} at {second far bid - 2 second ticks, price} from {second far bid, price}, filled 0 | none | {"clientOrderIds":["nobody","guard"]} | CancelOrdersByCloid(uint256 subAccountId,string[] clientOrderIds,uint256 nonce,uint256 expiresAfter) | {"subAccountId":"{trader id}","clientOrderIds":["nobody","guard"],"nonce":{now + 3 s},"expiresAfter":{now + 2 h}} |

      @clause:AUTH-TYPE-CANCELALLORDERS
      Examples: cancelAllOrders
        | primary         | action          | fact       | from                                                                                                    | to   | params                                           | type                                                                                      | message                                                                                                                      |
        | CancelAllOrders | cancelAllOrders | order stop | sell {2 second size} at {second far bid - 2 second ticks, price} from {second far bid, price}, filled 0 | none | {"symbols":["{third market}","{second market}"]} | CancelAllOrders(uint256 subAccountId,string[] symbols,uint256 nonce,uint256 expiresAfter) | {"subAccountId":"{trader id}","symbols":["{third market}","{second market}"],"nonce":{now + 3 s},"expiresAfter":{now + 2 h}} |

      @clause:AUTH-TYPE-OTHER-WRITES @assumed @R-11
      Examples: writes whose types the specification leaves out
        | primary              | action               | fact        | from                                                                                                    | to                                                                                                                         | params                                                                                                                                                          | type                                                                                                                                                                                | message                                                                                                                                                                                                                                     |
        | ModifyOrderBatch     | modifyOrderBatch     | order stop  | sell {2 second size} at {second far bid - 2 second ticks, price} from {second far bid, price}, filled 0 | sell {3 second size} at {second far bid - 12 second ticks, price} from {second far bid - 10 second ticks, price}, filled 0 | {"orders":[{"orderId":"{stop}","price":"{second far bid - 12 second ticks}","quantity":"{3 second size}","triggerPrice":"{second far bid - 10 second ticks}"}]} | ModifyOrderBatch(uint256 subAccountId,ModifyOrderItem[] orders,uint256 nonce,uint256 expiresAfter)ModifyOrderItem(uint256 orderId,string price,string quantity,string triggerPrice) | {"subAccountId":"{trader id}","orders":[{"orderId":"{stop}","price":"{second far bid - 12 second ticks}","quantity":"{3 second size}","triggerPrice":"{second far bid - 10 second ticks}"}],"nonce":{now + 3 s},"expiresAfter":{now + 2 h}} |
        | UpdateIsolatedMargin | updateIsolatedMargin | trader USDT | {1000000 - far ask x size, rounded to 6 decimals}                                                       | {999990 - far ask x size, rounded to 6 decimals}                                                                           | {"symbol":"{market}","marginDelta":"10"}                                                                                                                        | UpdateIsolatedMargin(uint256 subAccountId,string symbol,string marginDelta,uint256 nonce,uint256 expiresAfter)                                                                      | {"subAccountId":"{trader id}","symbol":"{market}","marginDelta":"10","nonce":{now + 3 s},"expiresAfter":{now + 2 h}}                                                                                                                        |

      @clause:AUTH-TYPE-CREATESUBACCOUNT @assumed
      Examples: createSubaccount
        | primary          | action           | fact               | from | to | params           | type                                                                                        | message                                                                                            |
        | CreateSubaccount | createSubaccount | trader subaccounts | 1    | 2  | {"name":"hedge"} | CreateSubaccount(uint256 masterSubAccountId,string name,uint256 nonce,uint256 expiresAfter) | {"masterSubAccountId":"{trader id}","name":"hedge","nonce":{now + 3 s},"expiresAfter":{now + 2 h}} |

      @clause:AUTH-TYPE-OTHER-WRITES @assumed
      Examples: updateSubAccountName
        | primary              | action               | fact        | from | to    | params           | type                                                                                      | message                                                                                      |
        | UpdateSubAccountName | updateSubAccountName | trader name | none | carry | {"name":"carry"} | UpdateSubAccountName(uint256 subAccountId,string name,uint256 nonce,uint256 expiresAfter) | {"subAccountId":"{trader id}","name":"carry","nonce":{now + 3 s},"expiresAfter":{now + 2 h}} |

      @clause:AUTH-TYPE-ADDDELEGATEDSIGNER
      Examples: addDelegatedSigner
        | primary            | action             | fact                | from | to                         | params                                                                                 | type                                                                                                                                       | message                                                                                                                                                              |
        | AddDelegatedSigner | addDelegatedSigner | trader signer carol | none | delegate until {now + 3 h} | {"walletAddress":"{carol address}","permissions":["delegate"],"expiresAt":{now + 3 h}} | AddDelegatedSigner(address delegateAddress,uint256 subAccountId,uint256 nonce,uint256 expiresAfter,uint256 expiresAt,string[] permissions) | {"delegateAddress":"{carol address}","subAccountId":"{trader id}","nonce":{now + 3 s},"expiresAfter":{now + 2 h},"expiresAt":{now + 3 h},"permissions":["delegate"]} |

      @clause:AUTH-TYPE-REMOVEDELEGATEDSIGNER
      Examples: removeDelegatedSigner
        | primary               | action                | fact              | from                | to   | params                            | type                                                                                                   | message                                                                                                         |
        | RemoveDelegatedSigner | removeDelegatedSigner | trader signer bob | session without end | none | {"walletAddress":"{bob address}"} | RemoveDelegatedSigner(address delegateAddress,uint256 subAccountId,uint256 nonce,uint256 expiresAfter) | {"delegateAddress":"{bob address}","subAccountId":"{trader id}","nonce":{now + 3 s},"expiresAfter":{now + 2 h}} |

      @clause:AUTH-TYPE-REMOVEALLDELEGATEDSIGNERS
      Examples: removeAllDelegatedSigners
        | primary                   | action                    | fact              | from                | to   | params | type                                                                               | message                                                                       |
        | RemoveAllDelegatedSigners | removeAllDelegatedSigners | trader signer bob | session without end | none | {}     | RemoveAllDelegatedSigners(uint256 subAccountId,uint256 nonce,uint256 expiresAfter) | {"subAccountId":"{trader id}","nonce":{now + 3 s},"expiresAfter":{now + 2 h}} |

    @assumed
    Scenario Outline: <action> signed as <primary> is executed and moves collateral
      Given "bob" is a trader
      When "trader" sends <action>:
        | .                  | <params>           |
        | top.nonce          | number {now + 3 s} |
        | top.expiresAfter   | number {now + 2 h} |
        | signing.as.type    | <type>             |
        | signing.as.message | <message>          |
      Then the response is ok
      And these facts changed, and no others:
        | fact    | from     | to      |
        | <fact>  | <from>   | <to>    |
        | <other> | <before> | <after> |

      @clause:AUTH-TYPE-WITHDRAWCOLLATERAL
      Examples: withdrawCollateral
        | primary            | action             | fact        | from                                              | to                                               | other               | before | after | params                                                         | type                                                                                                                        | message                                                                                                                                    |
        | WithdrawCollateral | withdrawCollateral | trader USDT | {1000000 - far ask x size, rounded to 6 decimals} | {999900 - far ask x size, rounded to 6 decimals} | trader pending USDT | none   | 100   | {"symbol":"USDT","amount":"100","destination":"{bob address}"} | WithdrawCollateral(uint256 subAccountId,string symbol,string amount,address destination,uint256 nonce,uint256 expiresAfter) | {"subAccountId":"{trader id}","symbol":"USDT","amount":"100","destination":"{bob address}","nonce":{now + 3 s},"expiresAfter":{now + 2 h}} |

      # Sold where there is WETH at the price of this world.
      @clause:AUTH-TYPE-OTHER-WRITES @needs:reference-market
      Examples: voluntaryCollateralExchange
        | primary                     | action                      | fact        | from                                              | to                                                | other       | before | after | params                                           | type                                                                                                                            | message                                                                                                                      |
        | VoluntaryCollateralExchange | voluntaryCollateralExchange | trader USDT | {1000000 - far ask x size, rounded to 6 decimals} | {1003135 - far ask x size, rounded to 6 decimals} | trader WETH | 20     | 19    | {"sourceAsset":"WETH","targetUSDTAmount":"3135"} | VoluntaryCollateralExchange(uint256 subAccountId,string sourceAsset,string targetUSDTAmount,uint256 nonce,uint256 expiresAfter) | {"subAccountId":"{trader id}","sourceAsset":"WETH","targetUSDTAmount":"3135","nonce":{now + 3 s},"expiresAfter":{now + 2 h}} |

    @clause:AUTH-TYPE-TRANSFERCOLLATERAL @assumed
    Scenario: transferCollateral signed as TransferCollateral with fields in alphabetical order is executed
      Given "trader" also owns the subaccount "second"
      When "trader" sends transferCollateral:
        | symbol                  | USDT                                                                                                                             |
        | amount                  | 12.5                                                                                                                             |
        | destinationSubAccountId | {second id}                                                                                                                      |
        | top.nonce               | number {now + 3 s}                                                                                                               |
        | top.expiresAfter        | number {now + 2 h}                                                                                                               |
        | signing.as.type         | TransferCollateral(string amount,uint256 expiresAfter,uint256 nonce,uint256 subAccountId,string symbol,uint256 to)               |
        | signing.as.message      | {"amount":"12.5","expiresAfter":{now + 2 h},"nonce":{now + 3 s},"subAccountId":"{trader id}","symbol":"USDT","to":"{second id}"} |
      Then the response is ok
      And these facts changed, and no others:
        | fact        | from                                              | to                                                 |
        | trader USDT | {1000000 - far ask x size, rounded to 6 decimals} | {999987.5 - far ask x size, rounded to 6 decimals} |
        | second USDT | none                                              | 12.5                                               |

    @clause:AUTH-TYPE-OTHER-WRITES @assumed
    Scenario Outline: <action> signed as <primary> is executed and sets <path> to <cell>
      When "trader" sends <action>:
        | .                  | <params>           |
        | top.nonce          | number {now + 3 s} |
        | top.expiresAfter   | number {now + 2 h} |
        | signing.as.type    | <type>             |
        | signing.as.message | <message>          |
      Then the response is ok with:
        | <path> | <cell> |
      And nothing changed

      Examples:
        | primary        | action         | path           | cell      | params                                     | type                                                                                                  | message                                                                                                                |
        | ScheduleCancel | scheduleCancel | timeoutSeconds | number 77 | {"timeoutSeconds":77}                      | ScheduleCancel(uint256 subAccountId,uint256 timeoutSeconds,uint256 nonce,uint256 expiresAfter)        | {"subAccountId":"{trader id}","timeoutSeconds":77,"nonce":{now + 3 s},"expiresAfter":{now + 2 h}}                      |
        | UpdateLeverage | updateLeverage | newLeverage    | 2         | {"symbol":"{third market}","leverage":"2"} | UpdateLeverage(uint256 subAccountId,string symbol,string leverage,uint256 nonce,uint256 expiresAfter) | {"subAccountId":"{trader id}","symbol":"{third market}","leverage":"2","nonce":{now + 3 s},"expiresAfter":{now + 2 h}} |

    @clause:AUTH-TYPE-PLACEORDERS @assumed
    Scenario: placeOrders is executed if each field of each order is signed as it is sent
      When "trader" sends placeOrders:
        | orders             | [{"symbol":"{second market}","side":"buy","orderType":"limitGtc","price":"{second far bid - 10 second ticks}","quantity":"{second size}","clientOrderId":"first"},{"symbol":"{second market}","side":"sell","orderType":"triggerSl","price":"{second far bid - 22 second ticks}","triggerPrice":"{second far bid - 20 second ticks}","quantity":"{3 second size}","reduceOnly":true,"clientOrderId":"second"},{"symbol":"{market}","side":"sell","orderType":"triggerSl","triggerPrice":"{far bid - 20 ticks}","isTriggerMarket":true,"closePosition":true,"clientOrderId":"third"}]                                                                                                                                                                                                                                                                                     |
        | grouping           | na                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                              |
        | top.nonce          | number {now + 3 s}                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                              |
        | top.expiresAfter   | number {now + 2 h}                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                              |
        | signing.as.type    | PlaceOrders(uint256 subAccountId,Order[] orders,string grouping,uint256 nonce,uint256 expiresAfter)Order(string symbol,string side,string orderType,string price,string triggerPrice,string quantity,bool reduceOnly,bool isTriggerMarket,string clientOrderId,bool closePosition)                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                              |
        | signing.as.message | {"subAccountId":"{trader id}","orders":[{"symbol":"{second market}","side":"buy","orderType":"limitGtc","price":"{second far bid - 10 second ticks}","triggerPrice":"","quantity":"{second size}","reduceOnly":false,"isTriggerMarket":false,"clientOrderId":"first","closePosition":false},{"symbol":"{second market}","side":"sell","orderType":"triggerSl","price":"{second far bid - 22 second ticks}","triggerPrice":"{second far bid - 20 second ticks}","quantity":"{3 second size}","reduceOnly":true,"isTriggerMarket":false,"clientOrderId":"second","closePosition":false},{"symbol":"{market}","side":"sell","orderType":"triggerSl","price":"","triggerPrice":"{far bid - 20 ticks}","quantity":"","reduceOnly":false,"isTriggerMarket":true,"clientOrderId":"third","closePosition":true}],"grouping":"na","nonce":{now + 3 s},"expiresAfter":{now + 2 h}} |
      Then "statuses[0].resting.id" of the response is called "first"
      And "statuses[1].resting.id" of the response is called "second"
      And "statuses[2].resting.id" of the response is called "third"
      And these facts changed, and no others:
        | fact          | from | to                                                                                                                         |
        | order first   | none | buy {second size} at {second far bid - 10 second ticks, price}, filled 0                                                   |
        | order second  | none | sell {3 second size} at {second far bid - 22 second ticks, price} from {second far bid - 20 second ticks, price}, filled 0 |
        | order third   | none | sell 0 at market from {far bid - 20 ticks, price}, filled 0                                                         |
        | trader margin | 0.00 | {second mark x second size / second default leverage, 2 decimals}                                                          |

    @clause:AUTH-TYPE-OTHER-WRITES @assumed @R-11
    Scenario: placeIsolatedOrder is executed if order, leverage and margin are signed as they are sent
      When "trader" sends placeIsolatedOrder:
        | order              | {"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}","clientOrderId":"apart"}                                                                                                                                                                                                                                                                     |
        | leverage           | {default leverage}                                                                                                                                                                                                                                                                                                                                                                            |
        | isolatedMargin     | {far ask x size, rounded to 6 decimals}                                                                                                                                                                                                                                                                                                                                                       |
        | top.nonce          | number {now + 3 s}                                                                                                                                                                                                                                                                                                                                                                            |
        | top.expiresAfter   | number {now + 2 h}                                                                                                                                                                                                                                                                                                                                                                            |
        | signing.as.type    | PlaceIsolatedOrder(uint256 subAccountId,Order order,string leverage,string isolatedMargin,uint256 nonce,uint256 expiresAfter)Order(string symbol,string side,string orderType,string price,string triggerPrice,string quantity,bool reduceOnly,bool isTriggerMarket,string clientOrderId,bool closePosition)                                                                                  |
        | signing.as.message | {"subAccountId":"{trader id}","order":{"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","triggerPrice":"","quantity":"{size}","reduceOnly":false,"isTriggerMarket":false,"clientOrderId":"apart","closePosition":false},"leverage":"{default leverage}","isolatedMargin":"{far ask x size, rounded to 6 decimals}","nonce":{now + 3 s},"expiresAfter":{now + 2 h}} |
      Then "statuses[0].resting.id" of the response is called "apart"
      And these facts changed, and no others:
        | fact        | from                                              | to                                                  |
        | order apart | none                                              | buy {size} at {far bid, price}, filled 0            |
        | trader USDT | {1000000 - far ask x size, rounded to 6 decimals} | {1000000 - 2 far ask x size, rounded to 6 decimals} |

  Rule: an order without a symbol is signed with the symbol of the request

    @clause:AUTH-TYPE-PLACEORDERS @assumed @R-102
    Scenario: placeOrders accepts an order without a symbol signed with the symbol beside the orders
      When "trader" sends placeOrders:
        | symbol             | {third market}                                                                                                                                                                                                                                                                                                           |
        | orders             | [{"side":"buy","orderType":"limitGtc","price":"{third far bid}","quantity":"{third size}"}]                                                                                                                                                                                                                              |
        | grouping           | na                                                                                                                                                                                                                                                                                                                       |
        | top.nonce          | number {now + 3 s}                                                                                                                                                                                                                                                                                                       |
        | signing.as.type    | PlaceOrders(uint256 subAccountId,Order[] orders,string grouping,uint256 nonce,uint256 expiresAfter)Order(string symbol,string side,string orderType,string price,string triggerPrice,string quantity,bool reduceOnly,bool isTriggerMarket,string clientOrderId,bool closePosition)                                       |
        | signing.as.message | {"subAccountId":"{trader id}","orders":[{"symbol":"{third market}","side":"buy","orderType":"limitGtc","price":"{third far bid}","triggerPrice":"","quantity":"{third size}","reduceOnly":false,"isTriggerMarket":false,"clientOrderId":"","closePosition":false}],"grouping":"na","nonce":{now + 3 s},"expiresAfter":0} |
      Then "statuses[0].resting.id" of the response is called "filled"
      And these facts changed, and no others:
        | fact          | from | to                                                             |
        | order filled  | none | buy {third size} at {third far bid, price}, filled 0           |
        | trader margin | 0.00 | {third mark x third size / third default leverage, 2 decimals} |

    @clause:AUTH-TYPE-PLACEORDERS @clause:AUTH-FAIL-TAMPERED @assumed @R-102 @negative
    Scenario Outline: placeOrders refuses an order without a symbol signed with "<signed>" for a request in another market
      When "trader" sends placeOrders:
        | symbol             | {third market}                                                                                                                                                                                                                                                                                                     |
        | orders             | [{"side":"buy","orderType":"limitGtc","price":"{third far bid}","quantity":"{third size}"}]                                                                                                                                                                                                                        |
        | grouping           | na                                                                                                                                                                                                                                                                                                                 |
        | top.nonce          | number {now + 3 s}                                                                                                                                                                                                                                                                                                 |
        | signing.as.type    | PlaceOrders(uint256 subAccountId,Order[] orders,string grouping,uint256 nonce,uint256 expiresAfter)Order(string symbol,string side,string orderType,string price,string triggerPrice,string quantity,bool reduceOnly,bool isTriggerMarket,string clientOrderId,bool closePosition)                                 |
        | signing.as.message | {"subAccountId":"{trader id}","orders":[{"symbol":"<signed>","side":"buy","orderType":"limitGtc","price":"{third far bid}","triggerPrice":"","quantity":"{third size}","reduceOnly":false,"isTriggerMarket":false,"clientOrderId":"","closePosition":false}],"grouping":"na","nonce":{now + 3 s},"expiresAfter":0} |
      Then the response is refused with 401 UNAUTHORIZED beginning "wallet 0x"
      And nothing changed

      Examples:
        | signed   |
        |          |
        | {market} |
