@limits @trade
Feature: what the bucket of a subaccount refuses has got no further, and has used its nonce
  Background:
    Given the world "quiet"
    And "trader" is a trader
    And the bucket of "trader" is full

  Rule: the bucket comes after the nonce and before the values

    @clause:RATE-EXCEEDED @clause:AUTH-NONCE-REUSED @assumed @R-01 @R-03 @negative
    Scenario: a name that is too long is refused for the bucket when that has run out, and its nonce has been used
      When this request is sent until it is refused:
        | who    | trader                                                                          |
        | action | updateSubAccountName                                                            |
        | params | {"name":"a name of more letters than the fifty that a name of a subaccount may have"} |
      Then the response is refused with 429 RATE_LIMIT_EXCEEDED "Rate limit exceeded"
      When 10 s pass
      And the same request is sent again
      Then the response is refused with 401 UNAUTHORIZED "nonce already used"
