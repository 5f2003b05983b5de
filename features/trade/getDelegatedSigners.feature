@trade @getDelegatedSigners
Feature: getDelegatedSigners lists the signers of a subaccount
  Background:
    Given the world "quiet"
    And "alice" is a trader

  Rule: every signer is one record

    @clause:GETDELEGATEDSIGNERS @clause:GETDELEGATEDSIGNERS-RESP @clause:DELSIGNER-FIELD-SUBACCOUNTID
    @clause:DELSIGNER-FIELD-WALLETADDRESS @clause:DELSIGNER-FIELD-PERMISSIONS @clause:DELSIGNER-FIELD-EXPIRESAT
    @clause:DELSIGNER-EXPIRESAT-NULL @clause:AUTH-NONONCE-GETDELEGATEDSIGNERS @assumed
    Scenario: getDelegatedSigners lists signers in the order they were added, with who added them
      Given "zoe" is a full delegate of "alice"
      And "bob" is a session delegate of "alice" until "{now + 1 d}"
      And "carol" is a session delegate of "alice", added by "zoe"
      When "alice" sends getDelegatedSigners
      Then "delegatedSigners" of the response lists:
        | subAccountId | walletAddress   | permissions  | expiresAt          | addedBy         |
        | {alice id}   | {zoe address}   | ["delegate"] | null               | {alice address} |
        | {alice id}   | {bob address}   | ["session"]  | number {now + 1 d} | {alice address} |
        | {alice id}   | {carol address} | ["session"]  | null               | {zoe address}   |
      And "delegatedSigners[0]" of the response has exactly the keys "subAccountId, walletAddress, permissions, expiresAt, addedBy"

    @clause:GETDELEGATEDSIGNERS-RESP @assumed
    Scenario: getDelegatedSigners lists nothing for a subaccount without signers
      When "alice" sends getDelegatedSigners
      Then the response is ok with:
        | . | {"delegatedSigners":[]} |

    @clause:GETDELEGATEDSIGNERS @clause:ROLE-SCOPE-SUBACCOUNT
    Scenario: getDelegatedSigners lists only the signers of the named subaccount
      Given "alice" also owns the subaccount "second"
      And "bob" is a session delegate of "alice"
      When "second" sends getDelegatedSigners
      Then the response is ok with:
        | delegatedSigners | [] |
      When "bob" sends getDelegatedSigners for "second"
      Then the response is refused with 401 UNAUTHORIZED "wallet {bob wallet} is not authorized to act on this subaccount"

    @clause:GETDELEGATEDSIGNERS @clause:AUTH-NONONCE-GETDELEGATEDSIGNERS @assumed
    Scenario: getDelegatedSigners keeps its order after a signer is removed
      Given "bob" is a session delegate of "alice"
      And "carol" is a session delegate of "alice"
      When "alice" has sent removeDelegatedSigner:
        | walletAddress | {bob address} |
      And "bob" is a session delegate of "alice"
      And "alice" sends getDelegatedSigners
      Then "delegatedSigners" of the response lists:
        | walletAddress   |
        | {carol address} |
        | {bob address}   |

  Rule: getSubAccounts shows the signers to owners and delegates

    @clause:SUBACCT-LIST-DELEGATEDSIGNERS @clause:SUBACCT-LIST-DELEGATEDSIGNERS-EMPTY
    Scenario: getSubAccounts lists the signers of each subaccount
      Given "alice" also owns the subaccount "second"
      And "bob" is a session delegate of "second" until "{now + 1 d}"
      When "alice" sends getSubAccounts
      Then "subAccounts" of the response lists:
        | subAccountId | delegatedSigners |
        | {alice id}   | []               |
        | {second id}  | [{"subAccountId":"{second id}","walletAddress":"{bob address}","permissions":["session"],"expiresAt":{now + 1 d}}] |

    @clause:GETSUBACCOUNTS-DELEGATE @assumed @R-88
    @needs:reference-market
    Scenario Outline: getSubAccounts shows a <kind> delegate every subaccount of the master account, as it does to the owner
      Given "alice" also owns the subaccount "second"
      And "alice" also owns the subaccount "third"
      And "bob" is a <kind> delegate of "third"
      When "bob" sends getSubAccounts for "third"
      Then the response is kept as "of the delegate"
      And "subAccounts" of the response lists:
        | subAccountId |
        | {alice id}   |
        | {second id}  |
        | {third id}   |
      When "alice" sends getSubAccounts
      Then the response equals "of the delegate"

      Examples:
        | kind    |
        | session |
        | full    |

    @clause:GETSUBACCOUNTIDS @assumed
    Scenario: getSubAccountIds lists delegated subaccounts apart on request
      Given "alice" also owns the subaccount "second"
      And "bob" is a session delegate of "second"
      And "bob" is a full delegate of "alice"
      When anyone asks getSubAccountIds:
        | walletAddress      | {bob address} |
        | includeDelegations | true          |
      Then the response is ok with:
        | subAccountIds          | ["{bob id}"]                  |
        | delegatedSubAccountIds | ["{alice id}", "{second id}"] |
      When anyone asks getSubAccountIds:
        | walletAddress | {bob address} |
      Then the response is ok with:
        | . | ["{bob id}"] |
