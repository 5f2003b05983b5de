@trade @removeDelegatedSigner @negative
Feature: removeDelegatedSigner refuses signers without the right and unknown delegates
  Background:
    Given the world "quiet"
    And "alice" is a trader
    And "bob" is a full delegate of "alice"

  Rule: an unknown delegate cannot be removed

    @clause:REMOVEDELEGATEDSIGNER-ERR-SIGNER @clause:ERR-NOT-FOUND
    Scenario Outline: removeDelegatedSigner of <case> responds NOT_FOUND
      When "alice" sends removeDelegatedSigner:
        | walletAddress | <wallet> |
      Then the response is refused with 404 NOT_FOUND "Delegated signer not found"
      And nothing changed

      Examples:
        | case                   | wallet                                     |
        | a wallet never added   | 0x1111111111111111111111111111111111111111 |
        | the owner              | {alice address}                            |

    @clause:REMOVEDELEGATEDSIGNER-ERR-SIGNER @clause:ERR-NOT-FOUND
    Scenario: removeDelegatedSigner of an expired signer responds NOT_FOUND
      Given "carol" is a session delegate of "alice" until "{now + 4 s}"
      When 4 s pass
      And "alice" sends removeDelegatedSigner:
        | walletAddress | {carol address} |
      Then the response is refused with 404 NOT_FOUND "Delegated signer not found"
      And nothing changed

    @clause:REMOVEDELEGATEDSIGNER-ERR-SIGNER
    Scenario: removeDelegatedSigner of a removed signer responds NOT_FOUND
      When "alice" has sent removeDelegatedSigner:
        | walletAddress | {bob address} |
      And "alice" sends removeDelegatedSigner:
        | walletAddress | {bob address} |
      Then the response is refused with 404 NOT_FOUND "Delegated signer not found"
      And nothing changed

    @clause:REMOVEDELEGATEDSIGNER-ERR-SUBACCOUNT @clause:REMOVEDELEGATEDSIGNER-PARAM-SUBACCOUNTID @clause:ERR-NOT-FOUND
    Scenario Outline: removeDelegatedSigner for subaccount <id> is refused with <code>
      When "alice" sends removeDelegatedSigner:
        | walletAddress                | {bob address} |
        | tampered.params.subAccountId | <id>          |
      Then the response is refused with <http> <code> "<message>"
      And nothing changed

      Examples:
        | id                   | http | code             | message                         |
        | 18446744073709551615 | 404  | NOT_FOUND        | Subaccount not found            |
        | 1                    | 404  | NOT_FOUND        | Subaccount not found            |
        | <absent>             | 400  | VALIDATION_ERROR | subaccountId is required        |
        | 0                    | 400  | VALIDATION_ERROR | subaccount id cannot be zero    |

  Rule: the wallet address must be complete

    @clause:REMOVEDELEGATEDSIGNER-PARAM-WALLETADDRESS @assumed @rest-only
    Scenario Outline: removeDelegatedSigner with walletAddress <walletAddress> is refused
      When "alice" sends removeDelegatedSigner:
        | walletAddress     | <walletAddress> |
        | top.walletAddress | {bob address}   |
      Then the response is refused with 400 <code> "<message>"
      And nothing changed

      Examples:
        | walletAddress                               | code             | message                                           |
        | <absent>                                    | VALIDATION_ERROR | delegate is required                              |
        | <empty>                                     | VALIDATION_ERROR | delegate is required                              |
        | 0x111111111111111111111111111111111111111   | VALIDATION_ERROR | delegate address must be a valid Ethereum address |
        | 0x11111111111111111111111111111111111111111 | VALIDATION_ERROR | delegate address must be a valid Ethereum address |
        | true                                        | INVALID_FORMAT   | Invalid request format                            |

  Rule: only the owner removes signers, and only as signed

    @clause:REMOVEDELEGATEDSIGNER-ERR-FORBIDDEN @clause:ROLE-DELEGATE-REMOVEDELEGATEDSIGNER @clause:ERR-FORBIDDEN
    Scenario Outline: removeDelegatedSigner refuses a delegate that removes <whom>
      Given "carol" is a session delegate of "alice", added by "bob"
      When "bob" sends removeDelegatedSigner for "alice":
        | walletAddress | {<whom> address} |
      Then the response is refused with 403 FORBIDDEN "Only master account can remove delegated signers"
      And nothing changed

      Examples:
        | whom  |
        | carol |
        | bob   |

    @clause:AUTH-TYPE-REMOVEDELEGATEDSIGNER @clause:AUTH-FAIL-TAMPERED @assumed
    Scenario Outline: removeDelegatedSigner is refused if <field> was changed after signing
      When "alice" sends removeDelegatedSigner:
        | walletAddress    | {bob address} |
        | tampered.<field> | <value>       |
      Then the response is refused with 403 FORBIDDEN "Only master account can remove delegated signers"
      And nothing changed

      Examples:
        | field                | value                                      |
        | params.walletAddress | 0x1111111111111111111111111111111111111111 |
        | nonce                | number 7                                   |
        | expiresAfter         | number {now + 5 s}                         |

    @clause:AUTH-TYPE-REMOVEDELEGATEDSIGNER
    Scenario Outline: removeDelegatedSigner signed over <fields> responds <http>
      When "alice" sends removeDelegatedSigner:
        | walletAddress  | {bob address} |
        | signing.fields | <fields>      |
      Then the response is <http> with:
        | status | <status> |

      Examples:
        | fields                                                                                 | http | status |
        | address delegateAddress, uint256 subAccountId, uint256 nonce, uint256 expiresAfter     | 200  | ok     |
        | uint256 subAccountId, address delegateAddress, uint256 nonce, uint256 expiresAfter     | 403  | error  |
