@info @getSubAccountIds
Feature: getSubAccountIds tells which subaccounts a wallet owns
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: the ids of a wallet are public, in ascending order

    @clause:GETSUBACCOUNTIDS @clause:CONV-ID-STRINGS @clause:CONV-SUBACCOUNT-ID-U64
    Scenario: a wallet with one subaccount
      When anyone asks getSubAccountIds:
        | walletAddress | {trader address} |
      Then the response is ok with:
        | . | ["{trader id}"] |

    @clause:GETSUBACCOUNTIDS @assumed
    Scenario: a wallet with several
      Given "trader" also owns the subaccount "savings"
      When anyone asks getSubAccountIds:
        | walletAddress | {trader address} |
      Then the response is ok with:
        | . | ["{trader id}", "{savings id}"] |

    @clause:GETSUBACCOUNTIDS @assumed
    Scenario: delegations are a list of their own when they are asked for
      When anyone asks getSubAccountIds:
        | walletAddress      | {trader address} |
        | includeDelegations | true             |
      Then the response is ok with:
        | subAccountIds          | ["{trader id}"] |
        | delegatedSubAccountIds | []              |

    @clause:GETSUBACCOUNTIDS @assumed
    Scenario: a wallet that nobody has seen owns none
      When anyone asks getSubAccountIds:
        | walletAddress | 0x1111111111111111111111111111111111111111 |
      Then the response lists nothing

  Rule: the address must be written exactly

    @clause:GETSUBACCOUNTIDS @assumed
    Scenario: the right letters in the wrong casing are refused with the right ones
      When anyone asks getSubAccountIds:
        | walletAddress | 0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266 |
      Then the response is refused with 400 VALIDATION_ERROR "walletAddress must use EIP-55 checksum casing; expected 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"

    @clause:GETSUBACCOUNTIDS @assumed
    Scenario Outline: <value> is refused
      When anyone asks getSubAccountIds:
        | walletAddress | <value> |
      Then the response is refused with 400 <code> "<message>"

      Examples:
        | value                                       | code             | message                       |
        | <absent>                                    | INVALID_FORMAT   | Invalid request body          |
        | <empty>                                     | INVALID_FORMAT   | Invalid request body          |
        | number 5                                    | INVALID_FORMAT   | Invalid request body          |
        | 0x111111111111111111111111111111111111111   | VALIDATION_ERROR | Invalid wallet address format |
        | 0x11111111111111111111111111111111111111111 | VALIDATION_ERROR | Invalid wallet address format |
        | 0x111111111111111111111111111111111111111g  | VALIDATION_ERROR | Invalid wallet address format |
