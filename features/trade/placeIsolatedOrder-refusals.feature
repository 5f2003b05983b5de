@trade @placeIsolatedOrder @negative
Feature: placeIsolatedOrder refuses what the request, the market or the account does not allow
  Background:
    Given the world "quiet"
    And "trader" is a trader
    And these figures:
      | held | {mark x size / 4, cut to 2 decimals} |

  Rule: the request must be well-formed

    @clause:PLACEISOLATEDORDER @assumed
    Scenario Outline: placeIsolatedOrder with <case> is refused
      When "trader" sends placeIsolatedOrder:
        | order          | {"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"} |
        | leverage       | 5                                                                                                 |
        | isolatedMargin | {held}                                                                                            |
        | <field>        | <value>                                                                                           |
      Then the response is refused with 400 <code> "<message>"
      And nothing changed

      Examples:
        | case                   | field           | value                  | code             | message                                                                                               |
        | no leverage            | leverage        | <absent>               | VALIDATION_ERROR | leverage must be a positive integer                                                                   |
        | a fraction of leverage | leverage        | 2.5                    | VALIDATION_ERROR | leverage must be a positive integer                                                                   |
        | too much leverage      | leverage        | {largest leverage + 1} | VALIDATION_ERROR | leverage exceeds maximum                                                                              |
        | no margin              | isolatedMargin  | <absent>               | VALIDATION_ERROR | isolatedMargin must be a valid decimal number                                                         |
        | margin in words        | isolatedMargin  | much                   | VALIDATION_ERROR | isolatedMargin must be a valid decimal number                                                         |
        | no margin at all       | isolatedMargin  | 0                      | VALIDATION_ERROR | isolatedMargin must be a positive value                                                               |
        | negative margin        | isolatedMargin  | -1                     | VALIDATION_ERROR | isolatedMargin must be a positive value                                                               |
        | margin off its grid    | isolatedMargin  | {held + 0.0000001}     | VALIDATION_ERROR | margin quantity for USDT does not conform to quantity tick size (allowed precision: 6 decimal places) |
        | an unknown side        | order.side      | up                     | VALIDATION_ERROR | order 0: side must be one of: [buy sell]                                                              |
        | no quantity            | order.quantity  | <absent>               | VALIDATION_ERROR | order 0: quantity is missing                                                                          |
        | no symbol              | order.symbol    | <absent>               | VALIDATION_ERROR | order 0: symbol is required                                                                           |
        | no price               | order.price     | <absent>               | VALIDATION_ERROR | order 0: price is required for limitGtc orders                                                        |
        | an unknown type        | order.orderType | limitFok               | VALIDATION_ERROR | order 0: invalid orderType 'limitFok'                                                                 |
        | an order of text       | order           | buy                    | INVALID_FORMAT   | Invalid request body                                                                                  |

    @clause:PLACEISOLATEDORDER @assumed
    Scenario Outline: placeIsolatedOrder refuses a <type> order
      When "trader" sends placeIsolatedOrder:
        | order          | <order> |
        | leverage       | 5       |
        | isolatedMargin | {held}  |
      Then the response is refused with 400 VALIDATION_ERROR "order 0: invalid orderType '<type>'"
      And nothing changed

      Examples:
        | type      | order                                                                                                                             |
        | triggerSl | {"symbol":"{market}","side":"sell","orderType":"triggerSl","triggerPrice":"{far bid}","isTriggerMarket":true,"quantity":"{size}"} |
        | twap      | {"symbol":"{market}","side":"buy","orderType":"twap","quantity":"1","durationSeconds":300}                                        |

  Rule: margin that backs cross positions and orders cannot be set apart

    @clause:PLACEISOLATEDORDER @clause:ERR-INSUFFICIENT-MARGIN @assumed
    Scenario Outline: placeIsolatedOrder rejects an order with <case>
      When "trader" sends placeIsolatedOrder:
        | order          | {"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"} |
        | leverage       | 5                                                                                                 |
        | isolatedMargin | <margin>                                                                                          |
      Then item 0 is refused with INSUFFICIENT_MARGIN "insufficient margin"
      And nothing changed

      Examples:
        | case                              | margin                                      |
        | more margin than the account has  | 900000000000                                |
        | margin below what the order needs | {mark x size / 5 x 0.99, cut to 2 decimals} |

      @needs:fresh-account
      Examples: to the unit
        | case                                    | margin                       |
        | more margin than the settlement balance | 1000000.000001               |
        | a millionth less than the order needs   | {mark x size / 5 - 0.000001} |

    @clause:PLACEISOLATEDORDER @clause:ERR-INSUFFICIENT-MARGIN @assumed
    Scenario: placeIsolatedOrder rejects margin that cross orders reserve
      Given the available margin of "trader" is called "free"
      And "trader" has sent updateLeverage:
        | symbol   | {second market} |
        | leverage | 1               |
      And "trader" has the open orders:
        | symbol          | side | price            | quantity                                  |
        | {second market} | buy  | {second far bid} | {0.9 x free / second mark, to whole lots} |
      When "trader" sends placeIsolatedOrder:
        | order          | {"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"} |
        | leverage       | 5                                                                                                 |
        | isolatedMargin | {0.5 x free, cut to 2 decimals}                                                                   |
      Then item 0 is refused with INSUFFICIENT_MARGIN "insufficient margin"
      And nothing changed

  Rule: a market changes its margin mode only without orders and positions

    @clause:PLACEISOLATEDORDER @assumed
    Scenario: placeIsolatedOrder is rejected while a cross order is open in the market
      Given "trader" has the open orders:
        | name | symbol   | side | price     | quantity |
        | bid  | {market} | buy  | {far bid} | {size}   |
      When "trader" sends placeIsolatedOrder:
        | order          | {"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"} |
        | leverage       | 5                                                                                                 |
        | isolatedMargin | {held}                                                                                            |
      Then item 0 is refused with ORDER_REJECTED_BY_ENGINE "market has an open cross position or open orders"
      And nothing changed

    @clause:PLACEISOLATEDORDER @assumed
    Scenario: placeIsolatedOrder is rejected while a cross position is open in the market
      Given "trader" buys "{size}" of "{market}" from "other"
      When "trader" sends placeIsolatedOrder:
        | order          | {"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"} |
        | leverage       | 5                                                                                                 |
        | isolatedMargin | {held}                                                                                            |
      Then item 0 is refused with ORDER_REJECTED_BY_ENGINE "market has an open cross position or open orders"
      And nothing changed

  Rule: the order follows the rules of placeOrders

    @clause:PLACEISOLATEDORDER @assumed
    Scenario Outline: placeIsolatedOrder with <field> <value> is rejected with <code>
      When "trader" sends placeIsolatedOrder:
        | order          | {"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"} |
        | leverage       | 5                                                                                                 |
        | isolatedMargin | {held}                                                                                            |
        | <field>        | <value>                                                                                           |
      Then item 0 is refused with <code> "<message>"
      And nothing changed

      Examples:
        | field          | value                             | code                | message                |
        | order.symbol   | NO-{settlement}                   | MARKET_NOT_FOUND    | market not found       |
        | order.price    | {far bid + tick / 2}              | INVALID_VALUE       | invalid price          |
        | order.price    | {band top x 1.02, to whole ticks} | PRICE_OUT_OF_BOUNDS | price out of bounds    |
        | order.quantity | {size below minimum}              | QUANTITY_TOO_SMALL  | quantity below minimum |

    @clause:WHITELIST-REQUIRED @clause:PLACEISOLATEDORDER
    Scenario: placeIsolatedOrder refuses a wallet that is not whitelisted
      Given the wallet of "trader" is not whitelisted
      When "trader" sends placeIsolatedOrder:
        | order          | {"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"} |
        | leverage       | 5                                                                                                 |
        | isolatedMargin | {held}                                                                                            |
      Then the response is refused with 403 FORBIDDEN "failed whitelist arbitration"
      And nothing changed
