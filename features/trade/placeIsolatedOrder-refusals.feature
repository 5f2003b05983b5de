@trade @placeIsolatedOrder @negative
Feature: placeIsolatedOrder refuses what the request, the market or the account does not allow
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: the request must be well-formed

    @clause:PLACEISOLATEDORDER @assumed
    Scenario Outline: placeIsolatedOrder with <case> is refused
      When "trader" sends placeIsolatedOrder:
        | order          | {"symbol":"BTC-USDT","side":"buy","orderType":"limitGtc","price":"94000","quantity":"0.1"} |
        | leverage       | 20      |
        | isolatedMargin | 600     |
        | <field>        | <value> |
      Then the response is refused with 400 <code> "<message>"
      And nothing changed

      Examples:
        | case                    | field           | value     | code             | message                                                                                      |
        | no leverage             | leverage        | <absent>  | VALIDATION_ERROR | leverage must be a positive integer                                                          |
        | a fraction of leverage  | leverage        | 2.5       | VALIDATION_ERROR | leverage must be a positive integer                                                          |
        | too much leverage       | leverage        | 101       | VALIDATION_ERROR | leverage exceeds maximum                                                                     |
        | no margin               | isolatedMargin  | <absent>  | VALIDATION_ERROR | isolatedMargin must be a valid decimal number                                                |
        | margin in words         | isolatedMargin  | much      | VALIDATION_ERROR | isolatedMargin must be a valid decimal number                                                |
        | no margin at all        | isolatedMargin  | 0         | VALIDATION_ERROR | isolatedMargin must be a positive value                                                      |
        | negative margin         | isolatedMargin  | -1        | VALIDATION_ERROR | isolatedMargin must be a positive value                                                      |
        | margin off its grid     | isolatedMargin  | 600.0000001 | VALIDATION_ERROR | margin quantity for USDT does not conform to quantity tick size (allowed precision: 6 decimal places) |
        | an unknown side         | order.side      | up        | VALIDATION_ERROR | order 0: side must be one of: [buy sell]                                                     |
        | no quantity             | order.quantity  | <absent>  | VALIDATION_ERROR | order 0: quantity is missing                                                                 |
        | no symbol               | order.symbol    | <absent>  | VALIDATION_ERROR | order 0: symbol is required                                                                  |
        | no price                | order.price     | <absent>  | VALIDATION_ERROR | order 0: price is required for limitGtc orders                                               |
        | an unknown type         | order.orderType | limitFok  | VALIDATION_ERROR | order 0: invalid orderType 'limitFok'                                                        |
        | an order of text        | order           | buy       | INVALID_FORMAT   | Invalid request body                                                                         |

    @clause:PLACEISOLATEDORDER @assumed
    Scenario Outline: placeIsolatedOrder refuses a <type> order
      When "trader" sends placeIsolatedOrder:
        | order          | <order> |
        | leverage       | 20      |
        | isolatedMargin | 600     |
      Then the response is refused with 400 VALIDATION_ERROR "order 0: invalid orderType '<type>'"
      And nothing changed

      Examples:
        | type      | order                                                                                                              |
        | triggerSl | {"symbol":"BTC-USDT","side":"sell","orderType":"triggerSl","triggerPrice":"94000","isTriggerMarket":true,"quantity":"0.1"} |
        | twap      | {"symbol":"BTC-USDT","side":"buy","orderType":"twap","quantity":"1","durationSeconds":300}                        |

  Rule: margin that backs cross positions and orders cannot be set apart

    @clause:PLACEISOLATEDORDER @clause:ERR-INSUFFICIENT-MARGIN @assumed
    Scenario Outline: placeIsolatedOrder rejects an order with <case>
      When "trader" sends placeIsolatedOrder:
        | order          | {"symbol":"BTC-USDT","side":"buy","orderType":"limitGtc","price":"94000","quantity":"0.1"} |
        | leverage       | 20       |
        | isolatedMargin | <margin> |
      Then item 0 is refused with INSUFFICIENT_MARGIN "insufficient margin"
      And nothing changed

      Examples:
        | case                              | margin       |
        | more margin than the account has  | 900000000000 |
        | margin below what the order needs | 474.999999   |

      @needs:fresh-account
      Examples: to the unit
        | case                                    | margin         |
        | more margin than the settlement balance | 1000000.000001 |

    @clause:PLACEISOLATEDORDER @clause:ERR-INSUFFICIENT-MARGIN @assumed
    Scenario: placeIsolatedOrder rejects margin that cross orders reserve
      Given "trader" has the open orders:
        | name  | symbol   | side | price | quantity |
        | ether | ETH-USDT | buy  | 3200  | 3000     |
      When "trader" sends placeIsolatedOrder:
        | order          | {"symbol":"BTC-USDT","side":"buy","orderType":"limitGtc","price":"94000","quantity":"0.1"} |
        | leverage       | 20     |
        | isolatedMargin | 900000 |
      Then item 0 is refused with INSUFFICIENT_MARGIN "insufficient margin"
      And nothing changed

  Rule: a market changes its margin mode only without orders and positions

    @clause:PLACEISOLATEDORDER @assumed
    Scenario: placeIsolatedOrder is rejected while a cross order is open in the market
      Given "trader" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | BTC-USDT | buy  | 94000 | 0.1      |
      When "trader" sends placeIsolatedOrder:
        | order          | {"symbol":"BTC-USDT","side":"buy","orderType":"limitGtc","price":"94000","quantity":"0.1"} |
        | leverage       | 20  |
        | isolatedMargin | 600 |
      Then item 0 is refused with ORDER_REJECTED_BY_ENGINE "market has an open cross position or open orders"
      And nothing changed

    @clause:PLACEISOLATEDORDER @assumed
    Scenario: placeIsolatedOrder is rejected while a cross position is open in the market
      Given "trader" buys "0.1" BTC-USDT at "95010"
      When "trader" sends placeIsolatedOrder:
        | order          | {"symbol":"BTC-USDT","side":"buy","orderType":"limitGtc","price":"94000","quantity":"0.1"} |
        | leverage       | 20  |
        | isolatedMargin | 600 |
      Then item 0 is refused with ORDER_REJECTED_BY_ENGINE "market has an open cross position or open orders"
      And nothing changed

  Rule: the order follows the rules of placeOrders

    @clause:PLACEISOLATEDORDER @assumed
    Scenario Outline: placeIsolatedOrder with <field> <value> is rejected with <code>
      When "trader" sends placeIsolatedOrder:
        | order          | {"symbol":"BTC-USDT","side":"buy","orderType":"limitGtc","price":"94000","quantity":"0.1"} |
        | leverage       | 20      |
        | isolatedMargin | 600     |
        | <field>        | <value> |
      Then item 0 is refused with <code> "<message>"
      And nothing changed

      Examples:
        | field          | value    | code                 | message                |
        | order.symbol   | NO-USDT  | MARKET_NOT_FOUND     | market not found       |
        | order.price    | 94000.5  | INVALID_VALUE        | invalid price          |
        | order.price    | 99751    | PRICE_OUT_OF_BOUNDS  | price out of bounds    |
        | order.quantity | 0.0009   | QUANTITY_TOO_SMALL   | quantity below minimum |

    @clause:WHITELIST-REQUIRED @clause:PLACEISOLATEDORDER
    Scenario: placeIsolatedOrder refuses a wallet that is not whitelisted
      Given the wallet of "trader" is not whitelisted
      When "trader" sends placeIsolatedOrder:
        | order          | {"symbol":"BTC-USDT","side":"buy","orderType":"limitGtc","price":"94000","quantity":"0.1"} |
        | leverage       | 20  |
        | isolatedMargin | 600 |
      Then the response is refused with 403 FORBIDDEN "failed whitelist arbitration"
      And nothing changed
