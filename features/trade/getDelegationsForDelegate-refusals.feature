@trade @getDelegationsForDelegate @negative
Feature: getDelegationsForDelegate shows nothing of owners the wallet may not trade for
  Background:
    Given the world "quiet"
    And "alice" is a full delegate of "dave"
    And "bob" is a trader

  Rule: owningAddress must be an address of an owner the signer may trade for

    @clause:GETDELEGATIONSFORDELEGATE-ERR-ADDRESS @clause:GETDELEGATIONSFORDELEGATE-PARAM-OWNINGADDRESS
    Scenario Outline: getDelegationsForDelegate refuses the owningAddress <owningAddress>
      When "bob" sends getDelegationsForDelegate:
        | owningAddress | <owningAddress> |
      Then the response is refused with 400 VALIDATION_ERROR "Invalid owningAddress format"

      Examples:
        | owningAddress                               |
        | <empty>                                     |
        | alice                                       |
        | 0x111111111111111111111111111111111111111   |
        | 0x11111111111111111111111111111111111111111 |
        | 0x111111111111111111111111111111111111111g  |
        | number 5                                    |
        | ["{alice address}"]                         |

    @clause:GETDELEGATIONSFORDELEGATE-ERR-FORBIDDEN @clause:ERR-FORBIDDEN
    Scenario Outline: getDelegationsForDelegate refuses the <role> of alice
      Given "carol" is the <role> of "alice"
      When "carol" sends getDelegationsForDelegate:
        | owningAddress | {alice address} |
      Then the response is refused with 403 FORBIDDEN "Not authorized to query delegations for the specified owningAddress"

      Examples:
        | role             |
        | stranger         |
        | expired-delegate |
        | removed-delegate |

    @clause:GETDELEGATIONSFORDELEGATE-ERR-FORBIDDEN @assumed
    Scenario: getDelegationsForDelegate does not show the owner what else its delegate may do
      Given "bob" is a full delegate of "alice"
      When "alice" sends getDelegationsForDelegate:
        | owningAddress | {bob address} |
      Then the response is refused with 403 FORBIDDEN "Not authorized to query delegations for the specified owningAddress"

  Rule: every failed authentication has the same text

    @clause:GETDELEGATIONSFORDELEGATE-ERR-UNAUTHORIZED @clause:ERR-UNAUTHORIZED
    Scenario Outline: getDelegationsForDelegate refuses <case> with "Authentication failed"
      When "bob" sends getDelegationsForDelegate:
        | tampered.<field> | <value> |
      Then the response is refused with 401 UNAUTHORIZED "Authentication failed"

      Examples:
        | case                                | field               | value              |
        | a request without a signature       | signature           | <absent>           |
        | a signature without its first half  | signature.r         | <empty>            |
        | a signature of no key               | signature.r         | 0x0000000000000000000000000000000000000000000000000000000000000000 |
        | a sent expiresAfter never signed    | expiresAfter        | number {now + 5 s} |
        | another subaccount than was signed  | params.subAccountId | {alice id}         |
        | a subaccount that does not exist    | params.subAccountId | 18446744073709551615 |

    @clause:GETDELEGATIONSFORDELEGATE-ERR-UNAUTHORIZED @clause:ROLE-STRANGER-READ @assumed
    Scenario: getDelegationsForDelegate refuses a wallet through a subaccount without a right to it
      When "bob" sends getDelegationsForDelegate for "alice"
      Then the response is refused with 401 UNAUTHORIZED "Authentication failed"
