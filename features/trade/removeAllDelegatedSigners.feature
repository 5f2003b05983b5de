@trade @removeAllDelegatedSigners
Feature: removeAllDelegatedSigners ends every delegation of a subaccount
  Background:
    Given the world "quiet"
    And "alice" also owns the subaccount "second"
    And "bob" is a full delegate of "alice"

  Rule: the subaccount is named beside params, which hold only the action

    @clause:REMOVEALLDELEGATEDSIGNERS @clause:REMOVEALLDELEGATEDSIGNERS-PARAMS @clause:REMOVEALLDELEGATEDSIGNERS-SUBACCOUNTID
    @clause:REMOVEALLDELEGATEDSIGNERS-RESP-SUBACCOUNTID @clause:REMOVEALLDELEGATEDSIGNERS-RESP-REMOVED
    @clause:ROLE-OWNER-REMOVEALLDELEGATEDSIGNERS @clause:AUTH-TYPE-REMOVEALLDELEGATEDSIGNERS
    Scenario: removeAllDelegatedSigners removes all signers in the order they were added
      Given "carol" is a session delegate of "alice"
      And "bob" is a session delegate of "second"
      When "alice" sends removeAllDelegatedSigners:
        | top.subaccountId             | {alice id} |
        | tampered.params.subAccountId | <absent>   |
      Then the response is ok with:
        | . | {"subAccountId":"{alice id}","removedSigners":["{bob address}","{carol address}"]} |
      And these facts changed, and no others:
        | fact               | from                 | to   |
        | alice signer bob   | delegate without end | none |
        | alice signer carol | session without end  | none |
      When "bob" sends getOpenOrders for "alice"
      Then the response is refused with 401 UNAUTHORIZED "wallet {bob wallet} is not authorized to act on this subaccount"

    @clause:REMOVEALLDELEGATEDSIGNERS-RESP-EMPTY
    Scenario: removeAllDelegatedSigners removes nothing where there are no signers
      When "second" sends removeAllDelegatedSigners:
        | top.subaccountId             | {second id} |
        | tampered.params.subAccountId | <absent>    |
      Then the response is ok with:
        | . | {"subAccountId":"{second id}","removedSigners":[]} |
      And nothing changed

    @clause:REMOVEALLDELEGATEDSIGNERS-SUBACCOUNTID @assumed
    Scenario: removeAllDelegatedSigners accepts the id inside params too
      When "alice" sends removeAllDelegatedSigners:
        | walletAddress | {alice address} |
      Then the response is ok with:
        | removedSigners | ["{bob address}"] |

    @clause:REMOVEALLDELEGATEDSIGNERS-EXPIRESAFTER-ZERO
    Scenario: removeAllDelegatedSigners with expiresAfter 0 never expires
      When "alice" sends removeAllDelegatedSigners:
        | top.subaccountId | {alice id} |
        | top.expiresAfter | number 0   |
      Then the response is ok with:
        | removedSigners | ["{bob address}"] |

  Rule: only the owner may remove all signers

    @clause:REMOVEALLDELEGATEDSIGNERS-ERR-VALIDATION @negative
    Scenario Outline: removeAllDelegatedSigners with subaccountId <id> is refused
      When "alice" sends removeAllDelegatedSigners:
        | tampered.subaccountId        | <id>     |
        | tampered.params.subAccountId | <absent> |
      Then the response is refused with 400 VALIDATION_ERROR "<message>"
      And nothing changed

      Examples:
        | id       | message                        |
        | <absent> | subaccountId is required       |
        | 0        | subaccount id cannot be zero   |
        | abc      | subaccount id cannot be parsed |

    @clause:REMOVEALLDELEGATEDSIGNERS-ERR-SUBACCOUNT @clause:ERR-NOT-FOUND @negative
    Scenario: removeAllDelegatedSigners of an unknown subaccount responds NOT_FOUND
      When "alice" sends removeAllDelegatedSigners:
        | tampered.params.subAccountId | 18446744073709551615 |
      Then the response is refused with 404 NOT_FOUND "Subaccount not found"
      And nothing changed

    @clause:ROLE-DELEGATE-REMOVEALLDELEGATEDSIGNERS @clause:ROLE-SESSION-REMOVEALLDELEGATEDSIGNERS @negative
    Scenario Outline: removeAllDelegatedSigners refuses a <kind> delegate
      Given "carol" is a <kind> delegate of "alice"
      When "carol" sends removeAllDelegatedSigners for "alice"
      Then the response is refused with 403 VALIDATION_ERROR "operation requires account owner, delegates are not permitted"
      And nothing changed

      Examples:
        | kind    |
        | full    |
        | session |

    @clause:AUTH-TYPE-REMOVEALLDELEGATEDSIGNERS @assumed @R-07 @negative
    Scenario Outline: removeAllDelegatedSigners signed over <fields> responds <http>
      When "alice" sends removeAllDelegatedSigners:
        | signing.fields | <fields> |
      Then the response is <http> with:
        | error.code | <code> |

      Examples:
        | fields                                                    | http | code      |
        | uint256 subAccountId, uint256 nonce, uint256 expiresAfter | 200  | <absent>  |
        | uint256 nonce, uint256 subAccountId, uint256 expiresAfter | 403  | FORBIDDEN |
