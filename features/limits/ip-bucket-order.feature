@limits
Feature: the address pays for refused requests
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: the address pays before a request is processed

    @clause:RATE-IP-10000 @assumed @R-01 @negative @rest-only
    Scenario Outline: POST <path> with <body> names no known action and costs one token
      Given other requests take 9990 tokens of the address
      When anyone posts to "<path>" the body
        """
        <body>
        """
      Then the response is 400 with:
        | status | error |
      And the address has 9 tokens left

      Examples:
        | path   | body                              |
        | /trade | {"params":                        |
        | /trade | []                                |
        | /trade | {"params":{}}                     |
        | /trade | {"params":{"action":"sellTheMoon"}} |
        | /info  | nothing                           |
        | /info  | {"action":"placeOrders"}          |

    @clause:RATE-IP-FIRST @assumed @R-01 @negative @rest-only
    Scenario Outline: an address without tokens is refused before its body <body> is parsed
      Given other requests take 10000 tokens of the address
      When anyone posts to "<path>" the body
        """
        <body>
        """
      Then the response is refused with 429 RATE_LIMIT_EXCEEDED "Rate limit exceeded"

      Examples:
        | path   | body                                |
        | /trade | {"params":                          |
        | /trade | {"params":{"action":"sellTheMoon"}} |
        | /info  | nothing                             |

    @clause:RATE-IP-10000 @assumed @R-01
    Scenario: a request refused by a draining exchange costs its tokens
      Given other requests take 9900 tokens of the address
      And the exchange is draining
      When anyone asks getMids
      Then the response is 503 with:
        | error.code | SERVICE_UNAVAILABLE |
      And the address has 50 tokens left

  Rule: the subaccount does not pay for requests of others

    @clause:RATE-SUBACCOUNT-SEPARATE @assumed @R-01 @negative
    Scenario: a request signed by a stranger takes tokens of the address only
      Given other requests take 9000 tokens of the address
      When "stranger" sends getOrderHistory for "trader"
      Then the response is 401 with:
        | error.code | UNAUTHORIZED |
        | rateLimit  | <absent>     |
      When "trader" sends getOpenOrders
      Then the response is 200 with:
        | rateLimit.remainingTokens | number 1190 |
      And the address has 940 tokens left

    @clause:RATE-SUBACCOUNT-SEPARATE @assumed @R-01 @negative
    Scenario Outline: a request with <flaw> takes tokens of the address only
      Given other requests take 9000 tokens of the address
      When "trader" sends cancelAllOrders:
        | symbols | ["*"]   |
        | <path>  | <value> |
      Then the response is <http> with:
        | status    | error    |
        | rateLimit | <absent> |
      When "trader" sends getOpenOrders
      Then the response is 200 with:
        | rateLimit.remainingTokens | number 1190 |
      And the address has 988 tokens left

      Examples:
        | flaw           | path                    | value    | http |
        | no signature   | tampered.signature      | <absent> | 401  |
        | no nonce       | top.nonce               | <absent> | 400  |
        | half a number  | top.nonce               | number 1.5 | 400  |
        | an unknown id  | tampered.params.subAccountId | 7   | 401  |

  Rule: a late cancel costs five times as much

    @clause:AUTH-STALE-CANCEL-5X @assumed @R-05 @negative
    Scenario Outline: an expired <action> takes <cost> tokens of the address and none of the subaccount
      Given other requests take 9000 tokens of the address
      When "trader" sends <action>:
        | <path>           | <value>             |
        | top.expiresAfter | number {now - 1 ms} |
      Then the response is 401 with:
        | error.message | request expired |
        | rateLimit     | <absent>        |
      When "trader" sends getOpenOrders
      Then the response is 200 with:
        | rateLimit.remainingTokens | number 1190 |
      And the address has <left> tokens left

      Examples:
        | action          | path     | value | cost | left |
        | cancelOrders    | orderIds | ["5"] | 10   | 980  |
        | cancelAllOrders | symbols  | ["*"] | 10   | 980  |
        | scheduleCancel  | timeoutSeconds | number 0 | 5    | 985  |
        | modifyOrder     | orderId  | 5     | 5    | 985  |

    @clause:AUTH-STALE-CANCEL-5X @assumed @R-05 @negative
    Scenario Outline: an expired cancel responds <http> with <left> tokens left
      Given other requests take <spent> tokens of the address
      When "trader" sends cancelAllOrders:
        | symbols          | ["*"]               |
        | top.expiresAfter | number {now - 1 ms} |
      Then the response is <http> with:
        | error.code | <code> |
      And the address has <after> tokens left

      Examples:
        | left | spent | http | code                | after |
        | 9    | 9991  | 429  | RATE_LIMIT_EXCEEDED | 9     |
        | 10   | 9990  | 401  | UNAUTHORIZED        | 0     |
