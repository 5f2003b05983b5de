@trade @auth
Feature: every write needs a nonce above the last one of its wallet on the subaccount
  Background:
    Given the world "quiet"
    And "trader" has the open orders:
      | name | symbol          | side | price            | quantity        | clientOrderId |
      | bid  | {second market} | buy  | {second far bid} | {2 second size} | mine          |
    And "trader" is long "{size}" of "{market}" with an isolated margin of "{far ask x size, rounded to 6 decimals}", against "other"

  Rule: a write without a positive nonce is refused

    @clause:REQ-NONCE @clause:AUTH-NONCE-POSITIVE @clause:ERR-MISSING-REQUIRED-FIELD @assumed @R-22 @negative
    Scenario Outline: <request> without a positive nonce is refused as incomplete
      Given "bob" is a session delegate of "trader"
      When "trader" tries <action> with <params>, changed in one way at a time:
        | top.nonce | <absent> |
        | top.nonce | number 0 |
        | top.nonce | null     |
      Then each response is refused with 400 MISSING_REQUIRED_FIELD "nonce is required for this operation"
      And nothing changed

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
        | transferCollateral          | transferCollateral          | {"symbol":"USDT","amount":"10","destinationSubAccountId":"{bob id}"}                                                                                                                                   |
        | withdrawCollateral          | withdrawCollateral          | {"symbol":"USDT","amount":"100","destination":"{trader address}"}                                                                                                                                      |
        | voluntaryCollateralExchange | voluntaryCollateralExchange | {"sourceAsset":"WETH","targetUSDTAmount":"10"}                                                                                                                                                         |

  Rule: the nonces of all writes form one sequence and are exact beyond 2^53

    @clause:AUTH-NONCE-REUSED @clause:AUTH-NONCE-INCREASING @clause:AUTH-NONCE-RETRY @assumed @R-03 @negative
    Scenario Outline: <request> is refused with a used or lower nonce and accepted with a higher one
      Given "bob" is a session delegate of "trader"
      And "trader" has sent scheduleCancel:
        | timeoutSeconds | number 600         |
        | top.nonce      | number {now + 3 s} |
      When "trader" tries <action> with <params>, changed in one way at a time:
        | top.nonce | number {now + 3 s}     |
        | top.nonce | number {now + 2999 ms} |
        | top.nonce | number 1               |
      Then each response is refused with 401 UNAUTHORIZED "nonce already used"
      And nothing changed
      When "trader" sends <action>:
        | .         | <params>               |
        | top.nonce | number {now + 3001 ms} |
      Then the response is ok

      Examples:
        | request                   | action                    | params                                                                                                                                                                                                 |
        | placeOrders               | placeOrders               | {"orders":[{"symbol":"{second market}","side":"buy","orderType":"limitGtc","price":"{second far bid - 10 second ticks}","quantity":"{second size}"}],"grouping":"na"}                                  |
        | cancelOrders by id        | cancelOrders              | {"orderIds":["{bid}"]}                                                                                                                                                                                 |
        | cancelOrders by client id | cancelOrders              | {"clientOrderIds":["mine"]}                                                                                                                                                                            |
        | cancelAllOrders           | cancelAllOrders           | {"symbols":["{second market}"]}                                                                                                                                                                        |
        | modifyOrder by id         | modifyOrder               | {"orderId":"{bid}","quantity":"{second size}"}                                                                                                                                                         |
        | modifyOrder by client id  | modifyOrder               | {"clientOrderId":"mine","quantity":"{second size}"}                                                                                                                                                    |
        | modifyOrderBatch          | modifyOrderBatch          | {"orders":[{"orderId":"{bid}","quantity":"{second size}"}]}                                                                                                                                            |
        | placeIsolatedOrder        | placeIsolatedOrder        | {"order":{"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"},"leverage":"{default leverage}","isolatedMargin":"{far ask x size, rounded to 6 decimals}"} |
        | updateIsolatedMargin      | updateIsolatedMargin      | {"symbol":"{market}","marginDelta":"10"}                                                                                                                                                               |
        | scheduleCancel            | scheduleCancel            | {"timeoutSeconds":60}                                                                                                                                                                                  |
        | updateLeverage            | updateLeverage            | {"symbol":"{third market}","leverage":"2"}                                                                                                                                                             |
        | createSubaccount          | createSubaccount          | {"name":"hedge"}                                                                                                                                                                                       |
        | updateSubAccountName      | updateSubAccountName      | {"name":"carry"}                                                                                                                                                                                       |
        | addDelegatedSigner        | addDelegatedSigner        | {"walletAddress":"0x1111111111111111111111111111111111111111","permissions":["session"]}                                                                                                               |
        | removeDelegatedSigner     | removeDelegatedSigner     | {"walletAddress":"{bob address}"}                                                                                                                                                                      |
        | removeAllDelegatedSigners | removeAllDelegatedSigners | {}                                                                                                                                                                                                     |
        | withdrawCollateral        | withdrawCollateral        | {"symbol":"USDT","amount":"100","destination":"{trader address}"}                                                                                                                                      |

      # Sold where there is WETH at the price of this world.
      @needs:reference-market
      Examples: collateral of one world
        | request                     | action                      | params                                           |
        | voluntaryCollateralExchange | voluntaryCollateralExchange | {"sourceAsset":"WETH","targetUSDTAmount":"3135"} |

    # 9007199254740995, ...96 and ...97 are one and the same number in double precision.
    @clause:AUTH-NONCE-REUSED @clause:AUTH-NONCE-INCREASING @clause:AUTH-NONCE-RETRY @assumed @R-03 @R-10 @needs:fresh-account @negative
    Scenario Outline: <request> distinguishes nonces that are equal in double precision
      Given "trader" also owns the subaccount "second"
      And "bob" is a session delegate of "trader"
      And "trader" has sent scheduleCancel:
        | timeoutSeconds | number 600              |
        | top.nonce      | number 9007199254740995 |
      When "trader" tries <action> with <params>, changed in one way at a time:
        | top.nonce | number 9007199254740995 |
        | top.nonce | number 9007199254740994 |
      Then each response is refused with 401 UNAUTHORIZED "nonce already used"
      And nothing changed
      When "trader" sends <action>:
        | .         | <params>                |
        | top.nonce | number 9007199254740997 |
      Then the response is ok
      When "trader" tries <action> with <params>, changed in one way at a time:
        | top.nonce | number 9007199254740996 |
        | top.nonce | number 9007199254740997 |
      Then each response is refused with 401 UNAUTHORIZED "nonce already used"
      And nothing changed

      Examples:
        | request                   | action                    | params                                                                                                                                                                                                 |
        | placeOrders               | placeOrders               | {"orders":[{"symbol":"{second market}","side":"buy","orderType":"limitGtc","price":"{second far bid - 10 second ticks}","quantity":"{second size}"}],"grouping":"na"}                                  |
        | cancelOrders by id        | cancelOrders              | {"orderIds":["{bid}"]}                                                                                                                                                                                 |
        | cancelOrders by client id | cancelOrders              | {"clientOrderIds":["mine"]}                                                                                                                                                                            |
        | cancelAllOrders           | cancelAllOrders           | {"symbols":["{second market}"]}                                                                                                                                                                        |
        | modifyOrder by id         | modifyOrder               | {"orderId":"{bid}","quantity":"{second size}"}                                                                                                                                                         |
        | modifyOrder by client id  | modifyOrder               | {"clientOrderId":"mine","quantity":"{second size}"}                                                                                                                                                    |
        | modifyOrderBatch          | modifyOrderBatch          | {"orders":[{"orderId":"{bid}","quantity":"{second size}"}]}                                                                                                                                            |
        | placeIsolatedOrder        | placeIsolatedOrder        | {"order":{"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"},"leverage":"{default leverage}","isolatedMargin":"{far ask x size, rounded to 6 decimals}"} |
        | updateIsolatedMargin      | updateIsolatedMargin      | {"symbol":"{market}","marginDelta":"10"}                                                                                                                                                               |
        | scheduleCancel            | scheduleCancel            | {"timeoutSeconds":60}                                                                                                                                                                                  |
        | updateLeverage            | updateLeverage            | {"symbol":"{third market}","leverage":"2"}                                                                                                                                                             |
        | createSubaccount          | createSubaccount          | {"name":"hedge"}                                                                                                                                                                                       |
        | updateSubAccountName      | updateSubAccountName      | {"name":"carry"}                                                                                                                                                                                       |
        | addDelegatedSigner        | addDelegatedSigner        | {"walletAddress":"0x1111111111111111111111111111111111111111","permissions":["session"]}                                                                                                               |
        | removeDelegatedSigner     | removeDelegatedSigner     | {"walletAddress":"{bob address}"}                                                                                                                                                                      |
        | removeAllDelegatedSigners | removeAllDelegatedSigners | {}                                                                                                                                                                                                     |
        | transferCollateral        | transferCollateral        | {"symbol":"USDT","amount":"10","destinationSubAccountId":"{second id}"}                                                                                                                                |
        | withdrawCollateral        | withdrawCollateral        | {"symbol":"USDT","amount":"100","destination":"{trader address}"}                                                                                                                                      |

      # Sold where there is WETH at the price of this world.
      @needs:reference-market
      Examples: collateral of one world
        | request                     | action                      | params                                           |
        | voluntaryCollateralExchange | voluntaryCollateralExchange | {"sourceAsset":"WETH","targetUSDTAmount":"3135"} |
