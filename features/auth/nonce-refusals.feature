@trade @auth
Feature: a request refused before the nonce check leaves the nonce unused
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: a request without a valid signature leaves all nonces of the owner usable

    @clause:AUTH-NONCE-SCOPE @clause:AUTH-TRADE-REQUIRED @assumed @R-03 @negative
    Scenario Outline: a cancelAllOrders with a high nonce and <flaw> leaves lower nonces usable
      When "trader" sends cancelAllOrders:
        | symbols   | ["*"]              |
        | top.nonce | number {now + 1 h} |
        | <path>    | <value>            |
      Then the response is 401 with:
        | error.code | UNAUTHORIZED |
      When "trader" sends placeOrders:
        | orders    | [{"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"}] |
        | top.nonce | number {now}                                                                                        |
      Then the response is ok with:
        | statuses[0].resting.id | <id> |

      Examples:
        | flaw                          | path                    | value                                                              |
        | no signature                  | tampered.signature      | <absent>                                                           |
        | a v that is none              | tampered.signature.v    | number 99                                                          |
        | an r of zero                  | tampered.signature.r    | 0x0000000000000000000000000000000000000000000000000000000000000000 |
        | an r beyond the curve         | tampered.signature.r    | 0xffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff |
        | a domain of another service   | signing.domain.name     | AnotherService                                                     |
        | symbols changed after signing | tampered.params.symbols | ["{market}"]                                                       |
        | a nonce changed after signing | tampered.nonce          | number {now + 2 h}                                                 |

    @clause:AUTH-NONCE-SCOPE @clause:ROLE-STRANGER-WRITE @assumed @R-03 @negative
    Scenario: a request signed by a stranger with a high nonce leaves lower nonces of the owner usable
      Given "stranger" is a trader
      When "stranger" sends cancelAllOrders for "trader":
        | symbols   | ["*"]              |
        | top.nonce | number {now + 1 h} |
      Then the response is refused with 401 UNAUTHORIZED "wallet {stranger wallet} is not authorized to act on this subaccount"
      When "trader" sends placeOrders:
        | orders    | [{"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"}] |
        | top.nonce | number {now}                                                                                        |
      Then the response is ok with:
        | statuses[0].resting.id | <id> |

  Rule: a request refused after the nonce check has used its nonce

    @clause:AUTH-NONCE-REUSED @clause:AUTH-NONCE-INCREASING @assumed @R-03 @negative
    Scenario Outline: a placeOrders that is refused for <reason> uses its nonce
      When "trader" sends placeOrders:
        | orders    | [{"symbol":"{market}","side":"<side>","orderType":"limitGtc","price":"<price>","quantity":"{size}"}] |
        | top.nonce | number {now + 1 s}                                                                                   |
      Then the response is <http> with:
        | error.code                     | <code>  |
        | response.statuses[0].errorCode | <entry> |
      When "trader" sends cancelAllOrders:
        | symbols   | ["*"]              |
        | top.nonce | number {now + 1 s} |
      Then the response is refused with 401 UNAUTHORIZED "nonce already used"

      Examples:
        | reason     | side | price                | http | code             | entry         |
        | its fields | long | {far bid}            | 400  | VALIDATION_ERROR | <absent>      |
        | its price  | buy  | {far bid + tick / 2} | 200  | <absent>         | INVALID_VALUE |

    # What does not fit in the margin depends on what the wallet has, so the figures are those of one world.
    @clause:AUTH-NONCE-REUSED @clause:AUTH-NONCE-INCREASING @assumed @R-03 @negative
    Scenario: a placeOrders that is refused for want of margin uses its nonce
      Given "trader" has the open orders:
        | name  | symbol   | side | price | quantity |
        | ether | ETH-USDT | buy  | 3200  | 2000     |
      When "trader" sends placeOrders:
        | orders    | [{"symbol":"BTC-USDT","side":"buy","orderType":"limitGtc","price":"94000","quantity":"100"}] |
        | top.nonce | number {now + 1 s}                                                                           |
      Then the response is 200 with:
        | response.statuses[0].errorCode | INSUFFICIENT_MARGIN |
      When "trader" sends cancelAllOrders:
        | symbols   | ["*"]              |
        | top.nonce | number {now + 1 s} |
      Then the response is refused with 401 UNAUTHORIZED "nonce already used"

    @clause:WHITELIST-REQUIRED @clause:AUTH-NONCE-REUSED @assumed @R-03 @negative
    Scenario: a placeOrders that the whitelist refuses uses its nonce
      Given the wallet of "trader" is not whitelisted
      When "trader" places:
        | symbol   | side | price     | quantity |
        | {market} | buy  | {far bid} | {size}   |
      Then the response is refused with 403 FORBIDDEN "failed whitelist arbitration"
      When the same request is sent again
      Then the response is refused with 401 UNAUTHORIZED "nonce already used"

    @clause:CANCELALLORDERS-ERR-NONE @clause:AUTH-NONCE-REUSED @assumed @R-03 @R-26 @negative
    Scenario: a cancelAllOrders that finds no order uses its nonce
      When "trader" sends cancelAllOrders:
        | symbols | ["*"] |
      Then the response is refused with 404 ORDER_NOT_FOUND "no orders found"
      When the same request is sent again
      Then the response is refused with 401 UNAUTHORIZED "nonce already used"
