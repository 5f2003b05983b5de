@trade @addDelegatedSigner @negative
Feature: addDelegatedSigner refuses a malformed grant and one beyond the right of its signer
  Background:
    Given the world "quiet"
    And "alice" is a trader
    And "bob" is a trader

  Rule: a grant has one wallet, one permission and an expiry in the future

    @clause:ADDDELEGATEDSIGNER-PARAMS @assumed @rest-only
    Scenario Outline: addDelegatedSigner refuses the walletAddress <walletAddress>
      When "alice" sends addDelegatedSigner:
        | walletAddress     | <walletAddress> |
        | permissions       | ["session"]     |
        | top.walletAddress | {bob address}   |
      Then the response is refused with 400 <code> "<message>"
      And nothing changed

      Examples:
        | walletAddress                                   | code             | message                                                         |
        | <absent>                                        | VALIDATION_ERROR | delegate is required                                            |
        | <empty>                                         | VALIDATION_ERROR | delegate is required                                            |
        | text  0x1111111111111111111111111111111111111111 | VALIDATION_ERROR | walletAddress must not include leading or trailing whitespace  |
        | 0x111111111111111111111111111111111111111       | VALIDATION_ERROR | delegate address must be a valid Ethereum address               |
        | 0x11111111111111111111111111111111111111111     | VALIDATION_ERROR | delegate address must be a valid Ethereum address               |
        | 0x111111111111111111111111111111111111111g      | VALIDATION_ERROR | delegate address must be a valid Ethereum address               |
        | 1111111111111111111111111111111111111111        | VALIDATION_ERROR | delegate address must be a valid Ethereum address               |
        | number 5                                        | INVALID_FORMAT   | Invalid request format                                          |
        | {alice address}                                 | VALIDATION_ERROR | delegate must not be the owner of the subaccount                |

    @clause:ADDDELEGATEDSIGNER-ONE-PERMISSION @clause:ADDDELEGATEDSIGNER-PARAMS @assumed
    Scenario Outline: addDelegatedSigner refuses the permissions <permissions>
      When "alice" sends addDelegatedSigner:
        | walletAddress | {bob address} |
        | permissions   | <permissions> |
      Then the response is refused with 400 <code> "<message>"
      And nothing changed

      Examples:
        | permissions            | code             | message                                                               |
        | <absent>               | VALIDATION_ERROR | exactly one permission must be specified                              |
        | []                     | VALIDATION_ERROR | exactly one permission must be specified                              |
        | ["session","delegate"] | VALIDATION_ERROR | exactly one permission must be specified                              |
        | ["session","session"]  | VALIDATION_ERROR | exactly one permission must be specified                              |
        | ["owner"]              | VALIDATION_ERROR | invalid permission value: must be 'delegate', 'session', or 'trading' |
        | ["Session"]            | VALIDATION_ERROR | invalid permission value: must be 'delegate', 'session', or 'trading' |
        | [""]                   | VALIDATION_ERROR | invalid permission value: must be 'delegate', 'session', or 'trading' |
        | session                | INVALID_FORMAT   | Invalid request format                                                |
        | [5]                    | INVALID_FORMAT   | Invalid request format                                                |

    @clause:ADDDELEGATEDSIGNER-EXPIRESAT @assumed
    Scenario Outline: addDelegatedSigner refuses the expiresAt <expiresAt>
      When "alice" sends addDelegatedSigner:
        | walletAddress | {bob address} |
        | permissions   | ["session"]   |
        | expiresAt     | <expiresAt>   |
      Then the response is refused with 400 VALIDATION_ERROR "<message>"
      And nothing changed

      Examples:
        | expiresAt               | message                                       |
        | number {now - 1 ms}     | expiresAt must be in the future               |
        | number {now}            | expiresAt must be in the future               |
        | number 1                | expiresAt must be in the future               |
        | number 8640000000000001 | expiresAt is too far in the future            |
        | number -1               | expiresAt must be an unsigned 64-bit integer  |
        | number 1.5              | expiresAt must be an unsigned 64-bit integer  |
        | soon                    | expiresAt must be an unsigned 64-bit integer  |

    @clause:AUTH-TYPE-ADDDELEGATEDSIGNER @clause:AUTH-FAIL-TAMPERED
    Scenario Outline: addDelegatedSigner refuses a request whose <field> was changed after signing
      When "alice" sends addDelegatedSigner:
        | walletAddress           | {bob address}        |
        | permissions             | ["session"]          |
        | expiresAt               | number {now + 5 s}   |
        | tampered.<field>        | <value>              |
      Then the response is refused with 403 FORBIDDEN beginning "wallet 0x"
      And nothing changed

      Examples:
        | field                | value              |
        | params.walletAddress | 0x1111111111111111111111111111111111111111 |
        | params.permissions   | ["delegate"]       |
        | params.permissions   | ["trading"]        |
        | params.expiresAt     | number {now + 6 s} |
        | params.expiresAt     | <absent>           |
        | expiresAfter         | number {now + 5 s} |
        | nonce                | number 7           |

    @clause:AUTH-TYPE-ADDDELEGATEDSIGNER @assumed
    Scenario Outline: addDelegatedSigner refuses a signature over <fields>
      When "alice" sends addDelegatedSigner:
        | walletAddress  | {bob address} |
        | permissions    | ["session"]   |
        | signing.fields | <fields>      |
      Then the response is <http> with:
        | status | <status> |

      Examples:
        | fields                                                                                                                              | http | status |
        | address delegateAddress, uint256 subAccountId, uint256 nonce, uint256 expiresAfter, uint256 expiresAt, string[] permissions         | 200  | ok     |
        | uint256 subAccountId, address delegateAddress, uint256 nonce, uint256 expiresAfter, uint256 expiresAt, string[] permissions         | 403  | error  |
        | address delegateAddress, uint256 subAccountId, uint256 nonce, uint256 expiresAt, uint256 expiresAfter, string[] permissions         | 403  | error  |

  Rule: a delegate adds sessions and changes only those it added

    @clause:ROLE-DELEGATE-ADD-DELEGATE @clause:ROLE-SESSION-ADDDELEGATEDSIGNER @clause:ERR-FORBIDDEN @assumed
    Scenario Outline: addDelegatedSigner refuses a <permission> added by a <kind> delegate
      Given "bob" is a <kind> delegate of "alice"
      And "carol" is a trader
      When "bob" sends addDelegatedSigner for "alice":
        | walletAddress | {carol address}  |
        | permissions   | ["<permission>"] |
      Then the response is refused with 403 FORBIDDEN "<message>"
      And nothing changed

      Examples:
        | kind    | permission | message                                       |
        | full    | delegate   | delegate signers can only add session signers |
        | session | delegate   | session signers cannot add delegated signers  |
        | session | session    | session signers cannot add delegated signers  |
        | session | trading    | session signers cannot add delegated signers  |

    @clause:ROLE-DELEGATE-ADD-SESSION @assumed
    Scenario Outline: addDelegatedSigner refuses a delegate that changes the grant of <whom> by <adder>
      Given "bob" is a full delegate of "alice" until "{now + 5 s}"
      And "carol" is a session delegate of "alice" until "{now + 5 s}"
      When "bob" sends addDelegatedSigner for "alice":
        | walletAddress | {<whom> address} |
        | permissions   | ["session"]      |
      Then the response is refused with 403 FORBIDDEN "delegate signers can only change signers they added"
      And nothing changed

      Examples:
        | whom  | adder     |
        | bob   | the owner |
        | carol | the owner |

    @clause:ROLE-DELEGATE-ADD-SESSION @clause:ADDDELEGATEDSIGNER @assumed
    Scenario: addDelegatedSigner lets a delegate add a session and renew it
      Given "bob" is a full delegate of "alice"
      And "carol" is a session delegate of "alice", added by "bob"
      When "bob" sends addDelegatedSigner for "alice":
        | walletAddress | {carol address}    |
        | permissions   | ["trading"]        |
        | expiresAt     | number {now + 5 s} |
      Then the response is ok with:
        | permissions | ["session"]        |
        | expiresAt   | number {now + 5 s} |

  Rule: a subaccount has at most a hundred signers

    @clause:LIMIT-DELEGATED-SIGNERS @assumed @R-29
    Scenario: addDelegatedSigner accepts the hundredth signer and refuses the next
      Given "carol" is a trader
      And "alice" has 99 delegated signers
      When "alice" sends addDelegatedSigner:
        | walletAddress | {bob address} |
        | permissions   | ["session"]   |
      Then the response is ok
      When "alice" sends addDelegatedSigner:
        | walletAddress | {carol address} |
        | permissions   | ["session"]     |
      Then the response is refused with 400 VALIDATION_ERROR "Delegated signer limit reached"
      And nothing changed
