@trade @errors @negative
Feature: the length of a text is checked as sent, before trimming and before its form
  Background:
    Given the world "quiet"
    And "trader" has the open orders:
      | name | symbol   | side | price | quantity |
      | bid  | {market} | buy  | {far bid} | {size} |
    And "trader" also owns the subaccount "savings"

  Rule: a decimal has at most 128 characters

    @assumed @R-104
    Scenario Outline: <action> refuses a text of 129 characters as <field>
      When "trader" sends <action> with <params>
      Then the response is refused with 400 VALIDATION_ERROR "<said of> exceeds maximum length of 128 characters"
      And nothing changed

      Examples:
        | action | field | params | said of |
        | modifyOrder | price | {"orderId":"{bid}","price":"0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001.5"} | price |
        | modifyOrder | quantity | {"orderId":"{bid}","quantity":"0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001.5"} | quantity |
        | modifyOrder | triggerPrice | {"orderId":"{bid}","triggerPrice":"0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001.5"} | triggerPrice |
        | modifyOrderBatch | price | {"orders":[{"orderId":"{bid}","price":"{far bid - 10 ticks}"},{"orderId":"{bid}","price":"0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001.5"}]} | order 1: price |
        | modifyOrderBatch | quantity | {"orders":[{"orderId":"{bid}","quantity":"0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001.5"}]} | order 0: quantity |
        | modifyOrderBatch | triggerPrice | {"orders":[{"orderId":"{bid}","triggerPrice":"0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001.5"}]} | order 0: triggerPrice |
        | placeOrders | price | {"orders":[{"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001.5","quantity":"{size}"}]} | order 0: price |
        | placeOrders | quantity | {"orders":[{"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001.5"}]} | order 0: quantity |
        | placeOrders | triggerPrice | {"orders":[{"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}","triggerPrice":"0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001.5"}]} | order 0: triggerPrice |
        | placeIsolatedOrder | price | {"order":{"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001.5","quantity":"{size}"},"leverage":"10","isolatedMargin":"1000"} | order 0: price |
        | placeIsolatedOrder | isolatedMargin | {"order":{"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"},"leverage":"10","isolatedMargin":"0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001.5"} | isolatedMargin |
        | updateIsolatedMargin | marginDelta | {"symbol":"{market}","marginDelta":"0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001.5"} | marginDelta |
        | transferCollateral | amount | {"to":"{savings id}","symbol":"USDT","amount":"0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001.5"} | amount |
        | withdrawCollateral | amount | {"symbol":"USDT","amount":"0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001.5","destination":"{trader address}"} | amount |
        | voluntaryCollateralExchange | targetUSDTAmount | {"sourceAsset":"WETH","targetUSDTAmount":"0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001.5"} | targetUSDTAmount |

  Rule: a symbol has at most 20 characters

    @assumed @R-104
    Scenario Outline: <action> refuses a text of 21 characters as <field>
      When "trader" sends <action> with <params>
      Then the response is refused with 400 VALIDATION_ERROR "<said of> exceeds maximum length of 20 characters"
      And nothing changed

      Examples:
        | action | field | params | said of |
        | placeOrders | symbol | {"orders":[{"symbol":"ABCDEFGHIJKLMNOP-{settlement}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"}]} | order 0: symbol |
        | placeOrders | symbol beside the orders | {"orders":[{"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"}],"symbol":"ABCDEFGHIJKLMNOP-{settlement}"} | symbol |
        | placeIsolatedOrder | symbol | {"order":{"symbol":"ABCDEFGHIJKLMNOP-{settlement}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"},"leverage":"10","isolatedMargin":"1000"} | order 0: symbol |
        | placeOrders | padded symbol | {"orders":[{"symbol":"BTC-{settlement}             ","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"}]} | order 0: symbol |
        | updateLeverage | symbol | {"symbol":"ABCDEFGHIJKLMNOP-{settlement}","leverage":"5"} | symbol |
        | updateIsolatedMargin | symbol | {"symbol":"ABCDEFGHIJKLMNOP-{settlement}","marginDelta":"5"} | symbol |
        | transferCollateral | symbol | {"to":"{savings id}","symbol":"ABCDEFGHIJKLMNOPQRSTU","amount":"1"} | symbol |
        | withdrawCollateral | symbol | {"symbol":"ABCDEFGHIJKLMNOPQRSTU","amount":"10","destination":"{trader address}"} | symbol |
        | withdrawCollateral | padded symbol | {"symbol":"USDT                 ","amount":"10","destination":"{trader address}"} | symbol |
        | voluntaryCollateralExchange | sourceAsset | {"sourceAsset":"ABCDEFGHIJKLMNOPQRSTU","targetUSDTAmount":"5"} | sourceAsset |

    @assumed @R-104 @info
    Scenario Outline: getLastTrades refuses a symbol <case>
      When anyone asks getLastTrades with {"symbol":"<symbol>"}
      Then the response is refused with 400 VALIDATION_ERROR "symbol exceeds maximum length of 20 characters"

      Examples:
        | case                              | symbol                |
        | of 21 letters without form        | ABCDEFGHIJKLMNOPQRSTU |
        | of 21 characters before trimming  | BTC-{settlement}\t\t\t\t\t\t\t\t\t\t\t\t\t |
