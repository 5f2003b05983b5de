@trade @errors @negative
Feature: the first failing validation step decides the refusal
  Background:
    Given the world "quiet"
    And "trader" has the open orders:
      | name | symbol   | side | price     | quantity |
      | bid  | {market} | buy  | {far bid} | {2 size} |

  Rule: the body is validated before the signer

    @clause:REQ-ACTION-UNKNOWN @assumed @R-01
    Scenario: an unknown action is refused before anything signed is checked
      When "trader" sends doMagic:
        | tampered.params.subAccountId | 0        |
        | tampered.signature           | <absent> |
      Then the response is refused with 400 VALIDATION_ERROR "unsupported action"
      And nothing changed

    @clause:REQ-PARAMS-SUBACCOUNTID @assumed @R-01
    Scenario: the subaccount id is checked before the signature
      When "trader" sends cancelOrders:
        | orderIds                     | []       |
        | tampered.params.subAccountId | 0        |
        | tampered.signature           | <absent> |
      Then the response is refused with 400 VALIDATION_ERROR "subaccount id cannot be zero"
      And nothing changed

    @clause:AUTH-TRADE-REQUIRED @assumed @R-01
    Scenario: the form of the signature is checked before the signed payload
      When "trader" sends cancelOrders:
        | orderIds           | []                 |
        | top.expiresAfter   | number {now - 1 s} |
        | tampered.signature | <absent>           |
      Then the response is refused with 401 UNAUTHORIZED "signature is required"
      And nothing changed

    @clause:CANCELORDERS @assumed @R-01
    Scenario: the fields needed for the signed message are checked before the expiry
      When "trader" sends cancelOrders:
        | orderIds         | []                 |
        | top.expiresAfter | number {now - 1 s} |
      Then the response is refused with 400 VALIDATION_ERROR "orderIds must be nonempty"
      And nothing changed

    @clause:AUTH-EXPIRESAFTER-PAST @assumed @R-01
    Scenario: the expiry is checked before the nonce and before authority
      Given "stranger" is a trader
      When "stranger" sends cancelOrders for "trader":
        | orderIds         | ["{bid}"]          |
        | top.nonce        | number 0           |
        | top.expiresAfter | number {now - 1 s} |
      Then the response is refused with 401 UNAUTHORIZED "request expired"
      And nothing changed

    @clause:ERR-HTTP-STATUS-GENERAL @assumed @R-01 @R-21
    Scenario: a draining exchange refuses before the subaccount id is checked
      Given the exchange is draining
      When "trader" sends cancelOrders:
        | orderIds                     | ["{bid}"] |
        | tampered.params.subAccountId | 0         |
      Then the response is 503 with:
        | error.code      | SERVICE_UNAVAILABLE                                   |
        | error.message   | trading service is draining, not accepting new orders |
        | error.category  | SYSTEM                                                |
        | error.retryable | true                                                  |

    @clause:AUTH-EXPIRESAFTER-PAST @assumed @R-01 @negative
    Scenario: a request that is expired and repeats a nonce is refused as expired
      Given "trader" has sent scheduleCancel:
        | timeoutSeconds | number 0           |
        | top.nonce      | number {now + 1 s} |
      When "trader" sends cancelOrders:
        | orderIds         | ["{bid}"]          |
        | top.nonce        | number {now + 1 s} |
        | top.expiresAfter | number {now - 1 s} |
      Then the response is refused with 401 UNAUTHORIZED "request expired"
      And nothing changed

  Rule: the signer is checked before the values

    @clause:AUTH-NONCE-REUSED @clause:REMOVEDELEGATEDSIGNER @assumed @R-01 @negative
    Scenario: a removed delegate that repeats a nonce is refused for the nonce
      Given "bob" is a session delegate of "trader"
      When "bob" sends scheduleCancel for "trader":
        | timeoutSeconds | number 0     |
        | top.nonce      | number {now} |
      Then the response is ok
      When "trader" has sent removeDelegatedSigner:
        | walletAddress | {bob address} |
      And "bob" sends scheduleCancel for "trader":
        | timeoutSeconds | number 0     |
        | top.nonce      | number {now} |
      Then the response is refused with 401 UNAUTHORIZED "nonce already used"

    @clause:REQ-NONCE @assumed @R-01
    Scenario: the nonce is checked before authority
      Given "stranger" is a trader
      When "stranger" sends cancelOrders for "trader":
        | orderIds  | ["{bid}"] |
        | top.nonce | number 0  |
      Then the response is refused with 400 MISSING_REQUIRED_FIELD "nonce is required for this operation"
      And nothing changed

    @clause:ROLE-STRANGER-WRITE @assumed @R-01
    Scenario: authority is checked before the rules of the action
      Given "stranger" is a trader
      When "stranger" sends placeOrders for "trader":
        | orders | [{"symbol":"{market}","side":"long","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"}] |
      Then the response is refused with 401 UNAUTHORIZED "wallet {stranger wallet} is not authorized to act on this subaccount"
      And nothing changed

    @clause:WHITELIST-REQUIRED @assumed @R-01
    Scenario Outline: placeOrders <case> of a wallet that is not whitelisted is refused <after>
      Given the wallet of "trader" is not whitelisted
      When "trader" places:
        | symbol   | side   | price   | quantity |
        | {market} | <side> | <price> | {size}   |
      Then the response is refused with <http> <code> "<message>"
      And nothing changed

      Examples:
        | case            | after          | side | price                | http | code             | message                                  |
        | that is invalid | for its fields | long | {far bid}            | 400  | VALIDATION_ERROR | order 0: side must be one of: [buy sell] |
        | off the tick    | for its wallet | buy  | {far bid + tick / 2} | 403  | FORBIDDEN        | failed whitelist arbitration             |
