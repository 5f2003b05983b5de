@trade @addDelegatedSigner
Feature: addDelegatedSigner gives another wallet a right to a subaccount
  Background:
    Given the world "quiet"
    And "alice" is a trader
    And "bob" is a trader

  Rule: the owner decides who may act, with which permission and how long

    @clause:ADDDELEGATEDSIGNER @clause:ADDDELEGATEDSIGNER-RESP @clause:PERM-SESSION @clause:PERM-DELEGATE @clause:PERM-TRADING-INPUT
    @clause:ROLE-OWNER-ADDDELEGATEDSIGNER @clause:AUTH-TYPE-ADDDELEGATEDSIGNER @clause:ADDDELEGATEDSIGNER-PARAMS
    Scenario Outline: addDelegatedSigner stores the permission <sent> as <stored>
      When "alice" sends addDelegatedSigner:
        | walletAddress | {bob address} |
        | permissions   | ["<sent>"]    |
      Then the response is ok with:
        | . | {"subAccountId":"{alice id}","walletAddress":"{bob address}","permissions":["<stored>"],"expiresAt":null} |
      And these facts changed, and no others:
        | fact             | from | to                   |
        | alice signer bob | none | <stored> without end |

      Examples:
        | sent     | stored   |
        | session  | session  |
        | delegate | delegate |
        | trading  | session  |

    @clause:ADDDELEGATEDSIGNER-EXPIRESAT-ZERO @clause:DELSIGNER-EXPIRESAT-NULL
    Scenario Outline: addDelegatedSigner with expiresAt <expiresAt> grants without an end
      Given "alice" has sent addDelegatedSigner:
        | walletAddress | {bob address} |
        | permissions   | ["session"]   |
        | expiresAt     | <expiresAt>   |
      When 365 days pass
      And "alice" sends getDelegatedSigners
      Then "delegatedSigners" of the response lists:
        | walletAddress | expiresAt |
        | {bob address} | null      |
      When "bob" sends updateLeverage for "alice":
        | symbol   | {market} |
        | leverage | 2        |
      Then the response is ok

      Examples:
        | expiresAt |
        | number 0  |
        | <absent>  |
        | null      |
        | text 0    |

    @clause:ADDDELEGATEDSIGNER-EXPIRESAT @clause:ADDDELEGATEDSIGNER-EXPIRED @clause:GETDELEGATIONSFORDELEGATE-EXPIRED-EXCLUDED @assumed
    @needs:clock
    Scenario: a delegation is valid up to its last millisecond and not beyond
      Given "bob" is a session delegate of "alice" until "{now + 5 s}"
      When 4999 ms pass
      And "bob" sends getOpenOrders for "alice"
      Then the response lists nothing
      When 1 ms pass
      And "bob" sends getOpenOrders for "alice"
      Then the response is refused with 401 UNAUTHORIZED "wallet {bob wallet} is not authorized to act on this subaccount"
      When "bob" sends getDelegationsForDelegate
      Then the response is ok with:
        | delegatedAccounts | [] |

    @clause:ADDDELEGATEDSIGNER-EXPIRED @assumed
    Scenario: the signers that a delegate added end with it
      Given "bob" is a full delegate of "alice" until "{now + 5 s}"
      And "carol" is a session delegate of "alice", added by "bob"
      When 5 s pass
      And "carol" sends getOpenOrders for "alice"
      Then the response is refused with 401 UNAUTHORIZED "wallet {carol wallet} is not authorized to act on this subaccount"
      When "alice" sends getDelegatedSigners
      Then the response is ok with:
        | delegatedSigners | [] |

    @clause:ADDDELEGATEDSIGNER @assumed
    Scenario: addDelegatedSigner replaces permission and expiry of an existing signer
      Given "bob" is a full delegate of "alice" until "{now + 5 s}"
      When "alice" sends addDelegatedSigner:
        | walletAddress | {bob address}  |
        | permissions   | ["session"]    |
        | expiresAt     | number {now + 9 s} |
      Then the response is ok with:
        | permissions | ["session"]        |
        | expiresAt   | number {now + 9 s} |
      When 8 s pass
      And "alice" sends getDelegatedSigners
      Then "delegatedSigners" of the response lists:
        | walletAddress | permissions |
        | {bob address} | ["session"] |
      When 1 s pass
      And "alice" sends getDelegatedSigners
      Then the response is ok with:
        | delegatedSigners | [] |

  Rule: nonces are counted for each wallet on each subaccount

    @clause:AUTH-NONCE-DELEGATION-PER-SUBACCOUNT @clause:AUTH-NONCE-SCOPE @assumed @R-03
    Scenario: the nonces of the owner on one subaccount and on another are independent
      Given "alice" also owns the subaccount "second"
      And "alice" has sent addDelegatedSigner:
        | walletAddress | {bob address} |
        | permissions   | ["session"]   |
        | top.nonce     | number {now + 9 s} |
      When "second" sends addDelegatedSigner:
        | walletAddress | {bob address} |
        | permissions   | ["session"]   |
        | top.nonce     | number {now + 5 s} |
      Then the response is ok
      When "alice" sends addDelegatedSigner:
        | walletAddress | {bob address} |
        | permissions   | ["session"]   |
        | top.nonce     | number {now + 9 s} |
      Then the response is refused with 401 UNAUTHORIZED "nonce already used"
      And nothing changed

    @clause:AUTH-NONCE-REUSED @clause:AUTH-NONCE-SCOPE @assumed @R-03 @negative
    Scenario Outline: a delegate that is removed and added again gets <http> for the nonce <nonce>
      Given "bob" is a session delegate of "alice"
      When "bob" sends placeOrders for "alice":
        | orders    | [{"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"}] |
        | top.nonce | number {now} |
      Then "statuses[0].resting.id" of the response is called "bid"
      When "alice" has sent removeDelegatedSigner:
        | walletAddress | {bob address} |
      And "bob" is a session delegate of "alice"
      And "bob" sends placeOrders for "alice":
        | orders    | [{"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"}] |
        | top.nonce | number <nonce> |
      Then the response is <http> with:
        | error.message | <message> |

      Examples:
        | nonce        | http | message            |
        | {now - 1 ms} | 401  | nonce already used |
        | {now}        | 401  | nonce already used |
        | {now + 1 ms} | 200  | <absent>           |

    @clause:AUTH-NONCE-REUSED @assumed @R-03 @negative
    Scenario: a request that a removed delegate was refused stays refused after it is added again
      Given "nomad" is the unknown-wallet of "alice"
      And "nomad" is a session delegate of "alice"
      When "nomad" sends placeOrders for "alice":
        | orders    | [{"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"}] |
        | top.nonce | number {now} |
      Then "statuses[0].resting.id" of the response is called "bid"
      When "alice" has sent removeDelegatedSigner:
        | walletAddress | {nomad address} |
      And "nomad" sends cancelAllOrders for "alice":
        | symbols   | ["*"]               |
        | top.nonce | number {now + 1 ms} |
      Then the response is refused with 401 UNAUTHORIZED "wallet {nomad wallet} is not authorized to act on this subaccount"
      When "nomad" is a session delegate of "alice"
      And "nomad" sends cancelAllOrders for "alice":
        | symbols   | ["*"]               |
        | top.nonce | number {now + 1 ms} |
      Then the response is refused with 401 UNAUTHORIZED "nonce already used"
      And nothing changed

    @clause:AUTH-NONCE-REUSED @assumed @R-03 @negative
    Scenario Outline: a <kind> without its own subaccount uses the nonce of a refused request
      Given "nomad" is the unknown-wallet of "alice"
      And "nomad" is <article> <kind> of "alice"
      When "nomad" sends removeAllDelegatedSigners for "alice"
      Then the response is refused with 403 VALIDATION_ERROR "operation requires account owner, delegates are not permitted"
      When the same request is sent again
      Then the response is refused with 401 UNAUTHORIZED "nonce already used"
      And nothing changed

      Examples:
        | article | kind             |
        | a       | session delegate |
        | a       | full delegate    |
        | the     | manager          |
