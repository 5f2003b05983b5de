@trade @lifecycle @auth
Feature: a delegation can be replaced, used and ended while it lasts
  Background:
    Given the world "quiet"
    And "alice" is a trader
    And "carol" is a full delegate of "alice"

  Rule: a new grant replaces the permission and the expiry

    @clause:ADDDELEGATEDSIGNER @clause:PERM-SESSION @clause:PERM-DELEGATE @assumed
    Scenario Outline: addDelegatedSigner gives a <kind> delegate the permission <permission> without expiry
      Given "bob" is a <kind> delegate of "alice" until "{now + 1 h}"
      When "alice" sends addDelegatedSigner:
        | walletAddress | {bob address}    |
        | permissions   | ["<permission>"] |
      Then the response is ok with:
        | permissions | ["<permission>"] |
        | expiresAt   | null             |
      And these facts changed, and no others:
        | fact             | from                       | to                       |
        | alice signer bob | <before> until {now + 1 h} | <permission> without end |

      @transition:delegation/session/grant-session
      Examples:
        | kind    | before  | permission |
        | session | session | session    |

      @transition:delegation/session/grant-full
      Examples:
        | kind    | before  | permission |
        | session | session | delegate   |

      @transition:delegation/full/grant-session
      Examples:
        | kind | before   | permission |
        | full | delegate | session    |

      @transition:delegation/full/grant-full
      Examples:
        | kind | before   | permission |
        | full | delegate | delegate   |

  Rule: a delegate trades, and a full delegate adds sessions

    Scenario Outline: placeOrders accepts an order from a <kind> delegate
      Given "bob" is a <kind> delegate of "alice"
      And these figures:
        | margin | {mark x size / default leverage} |
      When "bob" sends placeOrders for "alice":
        | orders | [{"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"}] |
      Then "statuses[0].resting.id" of the response is called "bid"
      And these facts changed, and no others:
        | fact         | from | to                                       |
        | order bid    | none | buy {size} at {far bid, price}, filled 0 |
        | alice margin | 0.00 | {margin, 2 decimals}                     |

      @transition:delegation/session/act @clause:ROLE-SESSION-PLACEORDERS
      Examples:
        | kind    |
        | session |

      @transition:delegation/full/act @clause:ROLE-DELEGATE-TRADING
      Examples:
        | kind |
        | full |

    @transition:delegation/full/grant-on @clause:ROLE-DELEGATE-ADD-SESSION
    Scenario: addDelegatedSigner lets a full delegate add a session
      Given "dave" is a trader
      When "carol" sends addDelegatedSigner for "alice":
        | walletAddress | {dave address} |
        | permissions   | ["session"]    |
      Then the response is ok with:
        | permissions | ["session"] |
      And these facts changed, and no others:
        | fact              | from | to                  |
        | alice signer dave | none | session without end |

    @transition:delegation/session/grant-on @clause:ROLE-SESSION-ADDDELEGATEDSIGNER @assumed @negative
    Scenario: addDelegatedSigner refuses a session that adds a session
      Given "bob" is a session delegate of "alice"
      And "dave" is a trader
      When "bob" sends addDelegatedSigner for "alice":
        | walletAddress | {dave address} |
        | permissions   | ["session"]    |
      Then the response is refused with 403 FORBIDDEN "session signers cannot add delegated signers"
      And nothing changed

  Rule: a delegation ends by the owner, with its grantor, or at its expiry

    Scenario Outline: <action> of the owner removes a <kind> delegate <how>
      Given "bob" is a <kind> delegate of "alice"
      And "alice" has sent removeDelegatedSigner:
        | walletAddress | {carol address} |
      When "alice" sends <action>:
        | walletAddress | {bob address} |
      Then the response is ok
      And these facts changed, and no others:
        | fact             | from                     | to   |
        | alice signer bob | <permission> without end | none |
      When "bob" sends getOpenOrders for "alice"
      Then the response is refused with 401 UNAUTHORIZED "wallet {bob wallet} is not authorized to act on this subaccount"

      @transition:delegation/session/remove @clause:REMOVEDELEGATEDSIGNER
      Examples:
        | kind    | permission | how   | action                |
        | session | session    | alone | removeDelegatedSigner |

      @transition:delegation/full/remove @clause:REMOVEDELEGATEDSIGNER
      Examples:
        | kind | permission | how   | action                |
        | full | delegate   | alone | removeDelegatedSigner |

      @transition:delegation/session/remove-all @clause:REMOVEALLDELEGATEDSIGNERS
      Examples:
        | kind    | permission | how      | action                    |
        | session | session    | with all | removeAllDelegatedSigners |

      @transition:delegation/full/remove-all @clause:REMOVEALLDELEGATEDSIGNERS
      Examples:
        | kind | permission | how      | action                    |
        | full | delegate   | with all | removeAllDelegatedSigners |

    @clause:REMOVEDELEGATEDSIGNER-ERR-FORBIDDEN @clause:ROLE-DELEGATE-REMOVEDELEGATEDSIGNER @negative
    Scenario Outline: removeDelegatedSigner refuses a <kind> delegate that removes itself
      Given "bob" is a <kind> delegate of "alice"
      When "bob" sends removeDelegatedSigner for "alice":
        | walletAddress | {bob address} |
      Then the response is refused with 403 FORBIDDEN "Only master account can remove delegated signers"
      And nothing changed

      @transition:delegation/session/resign
      Examples:
        | kind    |
        | session |

      @transition:delegation/full/resign
      Examples:
        | kind |
        | full |

    @transition:delegation/session/end-of-granter @clause:REMOVEDELEGATEDSIGNER-CASCADE
    Scenario: removing a full delegate also removes the session it added
      Given "bob" is a session delegate of "alice", added by "carol"
      When "alice" has sent removeDelegatedSigner:
        | walletAddress | {carol address} |
      Then these facts changed, and no others:
        | fact               | from                 | to   |
        | alice signer carol | delegate without end | none |
        | alice signer bob   | session without end  | none |
      When "bob" sends getOpenOrders for "alice"
      Then the response is refused with 401 UNAUTHORIZED "wallet {bob wallet} is not authorized to act on this subaccount"

    @clause:ADDDELEGATEDSIGNER-EXPIRESAT @clause:ADDDELEGATEDSIGNER-EXPIRED
    Scenario Outline: a <kind> delegate loses its right at its expiry
      Given "bob" is a <kind> delegate of "alice" until "{now + 5 s}"
      When 4999 ms pass
      Then nothing changed
      When 1 ms pass
      Then these facts changed, and no others:
        | fact             | from                             | to   |
        | alice signer bob | <permission> until 1767571205000 | none |
      When "bob" sends getOpenOrders for "alice"
      Then the response is refused with 401 UNAUTHORIZED "wallet {bob wallet} is not authorized to act on this subaccount"

      @transition:delegation/session/expire
      Examples:
        | kind    | permission |
        | session | session    |

      @transition:delegation/full/expire
      Examples:
        | kind | permission |
        | full | delegate   |

    @clause:REMOVEDELEGATEDSIGNER-CASCADE @clause:ADDDELEGATEDSIGNER-EXPIRESAT @assumed @negative
    Scenario: a session ends in the same millisecond as the delegate that added it
      Given "carol" is a full delegate of "alice" until "{now + 5 s}"
      And "bob" is a session delegate of "alice", added by "carol"
      When 5 s pass
      And "bob" sends getOpenOrders for "alice"
      Then the response is refused with 401 UNAUTHORIZED "wallet {bob wallet} is not authorized to act on this subaccount"

    @clause:ADDDELEGATEDSIGNER-EXPIRESAT @assumed
    Scenario: a delegation granted again for longer lasts until its new expiry
      Given "bob" is a session delegate of "alice" until "{now + 5 s}"
      And "bob" is a session delegate of "alice" until "{now + 12 s}"
      When 7 s pass
      And "bob" sends getOpenOrders for "alice"
      Then the response lists nothing
      When 5 s pass
      And "bob" sends getOpenOrders for "alice"
      Then the response is refused with 401 UNAUTHORIZED "wallet {bob wallet} is not authorized to act on this subaccount"

    @clause:REMOVEDELEGATEDSIGNER @clause:ROLE-SCOPE-SUBACCOUNT @assumed
    Scenario: a signer removed from one subaccount keeps its right on another of the same owner
      Given "alice" also owns the subaccount "second"
      And "bob" is a session delegate of "alice"
      And "bob" is a session delegate of "second"
      When "alice" has sent removeDelegatedSigner:
        | walletAddress | {bob address} |
      And "bob" sends getOpenOrders for "second"
      Then the response lists nothing
