@trade @auth
Feature: every write is refused from the moment it expires
  Background:
    Given the world "quiet"
    And "trader" has the open orders:
      | name | symbol          | side | price            | quantity        | clientOrderId |
      | bid  | {second market} | buy  | {second far bid} | {2 second size} | mine          |
    And "trader" is long "{size}" of "{market}" with an isolated margin of "{far ask x size, rounded to 6 decimals}", against "other"

  Rule: expiresAfter applies to every write, in milliseconds and in seconds

    @clause:AUTH-EXPIRESAFTER-PAST @clause:AUTH-EXPIRESAFTER-UNIT @clause:AUTH-EXPIRESAFTER-FUTURE @assumed @R-05 @negative
    Scenario Outline: <request> is accepted before its expiry and refused from then on
      Given "bob" is a session delegate of "trader"
      When "trader" tries <action> with <params>, changed in one way at a time:
        | top.expiresAfter | number {now - 1 ms}           |
        | top.expiresAfter | number {now}                  |
        | top.expiresAfter | number {now - 1 s in seconds} |
        | top.expiresAfter | number {now in seconds}       |
      Then each response is refused with 401 UNAUTHORIZED "request expired"
      And nothing changed
      When "trader" sends <action>:
        | .                | <params>           |
        | top.expiresAfter | number {now + 1 h} |
      Then the response is ok

      Examples:
        | request                     | action                      | params                                                                                                                                                                                                 |
        | placeOrders                 | placeOrders                 | {"orders":[{"symbol":"{second market}","side":"buy","orderType":"limitGtc","price":"{second far bid - 10 second ticks}","quantity":"{second size}"}],"grouping":"na"}                                  |
        | cancelOrders by id          | cancelOrders                | {"orderIds":["{bid}"]}                                                                                                                                                                                 |
        | cancelOrders by client id   | cancelOrders                | {"clientOrderIds":["mine"]}                                                                                                                                                                            |
        | cancelAllOrders             | cancelAllOrders             | {"symbols":["{second market}"]}                                                                                                                                                                        |
        | modifyOrder by id           | modifyOrder                 | {"orderId":"{bid}","quantity":"{second size}"}                                                                                                                                                         |
        | modifyOrder by client id    | modifyOrder                 | {"clientOrderId":"mine","quantity":"{second size}"}                                                                                                                                                    |
        | modifyOrderBatch            | modifyOrderBatch            | {"orders":[{"orderId":"{bid}","quantity":"{second size}"}]}                                                                                                                                            |
        | placeIsolatedOrder          | placeIsolatedOrder          | {"order":{"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"},"leverage":"{default leverage}","isolatedMargin":"{far ask x size, rounded to 6 decimals}"} |
        | updateIsolatedMargin        | updateIsolatedMargin        | {"symbol":"{market}","marginDelta":"10"}                                                                                                                                                               |
        | scheduleCancel              | scheduleCancel              | {"timeoutSeconds":60}                                                                                                                                                                                  |
        | updateLeverage              | updateLeverage              | {"symbol":"{third market}","leverage":"2"}                                                                                                                                                             |
        | createSubaccount            | createSubaccount            | {"name":"hedge"}                                                                                                                                                                                       |
        | updateSubAccountName        | updateSubAccountName        | {"name":"carry"}                                                                                                                                                                                       |
        | addDelegatedSigner          | addDelegatedSigner          | {"walletAddress":"0x1111111111111111111111111111111111111111","permissions":["session"]}                                                                                                               |
        | removeDelegatedSigner       | removeDelegatedSigner       | {"walletAddress":"{bob address}"}                                                                                                                                                                      |
        | removeAllDelegatedSigners   | removeAllDelegatedSigners   | {}                                                                                                                                                                                                     |
        | withdrawCollateral          | withdrawCollateral          | {"symbol":"USDT","amount":"100","destination":"{trader address}"}                                                                                                                                      |
        | voluntaryCollateralExchange | voluntaryCollateralExchange | {"sourceAsset":"{haircut collateral}","targetUSDTAmount":"10"}                                                                                                                                         |

    @clause:AUTH-EXPIRESAFTER-PAST @clause:AUTH-EXPIRESAFTER-UNIT @clause:AUTH-EXPIRESAFTER-FUTURE @assumed @R-05 @negative
    Scenario: transferCollateral is accepted before its expiry and refused from then on
      Given "trader" also owns the subaccount "second"
      When "trader" tries transferCollateral with {"symbol":"USDT","amount":"10","destinationSubAccountId":"{second id}"}, changed in one way at a time:
        | top.expiresAfter | number {now - 1 ms}           |
        | top.expiresAfter | number {now}                  |
        | top.expiresAfter | number {now - 1 s in seconds} |
        | top.expiresAfter | number {now in seconds}       |
      Then each response is refused with 401 UNAUTHORIZED "request expired"
      And nothing changed
      When "trader" sends transferCollateral:
        | symbol                  | USDT               |
        | amount                  | 10                 |
        | destinationSubAccountId | {second id}        |
        | top.expiresAfter        | number {now + 1 h} |
      Then the response is ok
