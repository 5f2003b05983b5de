@info @getSubAccountIds
Feature: getSubAccountIds lists the subaccounts of a wallet
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: the ids of a wallet are public, in ascending order

    @clause:GETSUBACCOUNTIDS @clause:CONV-ID-STRINGS @clause:CONV-SUBACCOUNT-ID-U64
    Scenario: getSubAccountIds lists the one subaccount of a wallet
      When anyone asks getSubAccountIds:
        | walletAddress | {trader address} |
      Then the response is ok with:
        | . | ["{trader id}"] |

    @clause:GETSUBACCOUNTIDS @assumed
    Scenario: getSubAccountIds lists several subaccounts in ascending order
      Given "trader" also owns the subaccount "savings"
      When anyone asks getSubAccountIds:
        | walletAddress | {trader address} |
      Then the response is ok with:
        | . | ["{trader id}", "{savings id}"] |

    @clause:GETSUBACCOUNTIDS @assumed
    Scenario: getSubAccountIds lists delegated subaccounts apart on request
      When anyone asks getSubAccountIds:
        | walletAddress      | {trader address} |
        | includeDelegations | true             |
      Then the response is ok with:
        | subAccountIds          | ["{trader id}"] |
        | delegatedSubAccountIds | []              |

    @clause:GETSUBACCOUNTIDS @assumed
    Scenario: getSubAccountIds lists nothing for an unknown wallet
      When anyone asks getSubAccountIds:
        | walletAddress | 0x1111111111111111111111111111111111111111 |
      Then the response lists nothing

  Rule: the address needs its exact casing

    @clause:GETSUBACCOUNTIDS @assumed
    Scenario: getSubAccountIds refuses an address in the wrong casing and shows the right one
      When anyone asks getSubAccountIds:
        | walletAddress | 0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266 |
      Then the response is refused with 400 VALIDATION_ERROR "walletAddress must use EIP-55 checksum casing; expected 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"

    @clause:GETSUBACCOUNTIDS @assumed
    Scenario Outline: getSubAccountIds with the address <value> is refused
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
