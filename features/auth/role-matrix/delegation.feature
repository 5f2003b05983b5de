@trade @auth
Feature: the role of a signer decides which delegations it adds and removes
  Background:
    Given the world "quiet"
    And "carol" is a session delegate of "trader"
    And "other" is a trader

  Rule: the owner and managers add any signer, a delegate adds only sessions

    @clause:ADDDELEGATEDSIGNER @assumed @R-07
    Scenario Outline: addDelegatedSigner lets the <principal> add a session on its subaccount only
      Given "actor" is the <principal> of "trader"
      When "actor" sends addDelegatedSigner for "trader":
        | walletAddress | 0x1111111111111111111111111111111111111111 |
        | permissions   | ["session"]                                |
      Then the response is ok with:
        | permissions | ["session"] |
      When "actor" sends addDelegatedSigner for "other":
        | walletAddress | 0x1111111111111111111111111111111111111111 |
        | permissions   | ["session"]                                |
      Then the response is refused with 403 FORBIDDEN "wallet {actor wallet} is not authorized to act on this subaccount"
      And nothing changed

      @clause:ROLE-OWNER-ADDDELEGATEDSIGNER
      Examples: the owner
        | principal |
        | owner     |

      @R-08
      Examples: a manager
        | principal |
        | manager   |

      @clause:ROLE-DELEGATE-ADD-SESSION
      Examples: a delegate
        | principal |
        | delegate  |

    @clause:ADDDELEGATEDSIGNER @assumed @R-07
    Scenario Outline: addDelegatedSigner lets the <principal> add a full delegate on its subaccount only
      Given "actor" is the <principal> of "trader"
      When "actor" sends addDelegatedSigner for "trader":
        | walletAddress | 0x1111111111111111111111111111111111111111 |
        | permissions   | ["delegate"]                               |
      Then the response is ok with:
        | permissions | ["delegate"] |
      When "actor" sends addDelegatedSigner for "other":
        | walletAddress | 0x1111111111111111111111111111111111111111 |
        | permissions   | ["delegate"]                               |
      Then the response is refused with 403 FORBIDDEN "wallet {actor wallet} is not authorized to act on this subaccount"
      And nothing changed

      @clause:ROLE-OWNER-ADDDELEGATEDSIGNER
      Examples: the owner
        | principal |
        | owner     |

      @R-08
      Examples: a manager
        | principal |
        | manager   |

    @assumed @R-07 @negative
    Scenario Outline: addDelegatedSigner refuses a session added by the <principal>
      Given "actor" is the <principal> of "trader"
      When "actor" sends addDelegatedSigner for "trader":
        | walletAddress | 0x1111111111111111111111111111111111111111 |
        | permissions   | ["session"]                                |
      Then the response is refused with <http> <code> "<message>"
      And nothing changed
      When "actor" sends addDelegatedSigner for "other":
        | walletAddress | 0x1111111111111111111111111111111111111111 |
        | permissions   | ["session"]                                |
      Then the response is refused with 403 FORBIDDEN "wallet {actor wallet} is not authorized to act on this subaccount"
      And nothing changed

      @clause:ROLE-SESSION-ADDDELEGATEDSIGNER
      Examples: a session
        | principal | http | code      | message                                      |
        | session   | 403  | FORBIDDEN | session signers cannot add delegated signers |

      @clause:ADDDELEGATEDSIGNER-EXPIRED
      Examples: a delegate whose time is over
        | principal        | http | code      | message                                                           |
        | expired-delegate | 403  | FORBIDDEN | wallet {actor wallet} is not authorized to act on this subaccount |

      @clause:REMOVEDELEGATEDSIGNER
      Examples: a delegate that was removed
        | principal        | http | code      | message                                                           |
        | removed-delegate | 403  | FORBIDDEN | wallet {actor wallet} is not authorized to act on this subaccount |

      @clause:ROLE-STRANGER-WRITE
      Examples: a stranger with a subaccount of its own
        | principal | http | code      | message                                                           |
        | stranger  | 403  | FORBIDDEN | wallet {actor wallet} is not authorized to act on this subaccount |

      @clause:ROLE-STRANGER-WRITE
      Examples: a wallet the exchange has never seen
        | principal      | http | code      | message                                                           |
        | unknown-wallet | 403  | FORBIDDEN | wallet {actor wallet} is not authorized to act on this subaccount |

    @assumed @R-07 @negative
    Scenario Outline: addDelegatedSigner refuses a full delegate added by the <principal>
      Given "actor" is the <principal> of "trader"
      When "actor" sends addDelegatedSigner for "trader":
        | walletAddress | 0x1111111111111111111111111111111111111111 |
        | permissions   | ["delegate"]                               |
      Then the response is refused with <http> <code> "<message>"
      And nothing changed
      When "actor" sends addDelegatedSigner for "other":
        | walletAddress | 0x1111111111111111111111111111111111111111 |
        | permissions   | ["delegate"]                               |
      Then the response is refused with 403 FORBIDDEN "wallet {actor wallet} is not authorized to act on this subaccount"
      And nothing changed

      @clause:ROLE-DELEGATE-ADD-DELEGATE
      Examples: a delegate
        | principal | http | code      | message                                       |
        | delegate  | 403  | FORBIDDEN | delegate signers can only add session signers |

      @clause:ROLE-SESSION-ADDDELEGATEDSIGNER
      Examples: a session
        | principal | http | code      | message                                      |
        | session   | 403  | FORBIDDEN | session signers cannot add delegated signers |

      @clause:ADDDELEGATEDSIGNER-EXPIRED
      Examples: a delegate whose time is over
        | principal        | http | code      | message                                                           |
        | expired-delegate | 403  | FORBIDDEN | wallet {actor wallet} is not authorized to act on this subaccount |

      @clause:REMOVEDELEGATEDSIGNER
      Examples: a delegate that was removed
        | principal        | http | code      | message                                                           |
        | removed-delegate | 403  | FORBIDDEN | wallet {actor wallet} is not authorized to act on this subaccount |

      @clause:ROLE-STRANGER-WRITE
      Examples: a stranger with a subaccount of its own
        | principal | http | code      | message                                                           |
        | stranger  | 403  | FORBIDDEN | wallet {actor wallet} is not authorized to act on this subaccount |

      @clause:ROLE-STRANGER-WRITE
      Examples: a wallet the exchange has never seen
        | principal      | http | code      | message                                                           |
        | unknown-wallet | 403  | FORBIDDEN | wallet {actor wallet} is not authorized to act on this subaccount |

  Rule: only the owner removes signers

    @clause:REMOVEDELEGATEDSIGNER
    Scenario Outline: removeDelegatedSigner lets the <principal> remove a signer on its subaccount only
      Given "actor" is the <principal> of "trader"
      When "actor" sends removeDelegatedSigner for "trader":
        | walletAddress | {carol address} |
      Then the response is ok with:
        | walletAddress | {carol address} |
      When "actor" sends removeDelegatedSigner for "other":
        | walletAddress | {carol address} |
      Then the response is refused with 403 FORBIDDEN "Only master account can remove delegated signers"
      And nothing changed

      @clause:ROLE-OWNER-REMOVEDELEGATEDSIGNER
      Examples: the owner
        | principal |
        | owner     |

    @clause:REMOVEDELEGATEDSIGNER-ERR-FORBIDDEN @negative
    Scenario Outline: removeDelegatedSigner refuses the <principal>
      Given "actor" is the <principal> of "trader"
      When "actor" sends removeDelegatedSigner for "trader":
        | walletAddress | {carol address} |
      Then the response is refused with <http> <code> "<message>"
      And nothing changed
      When "actor" sends removeDelegatedSigner for "other":
        | walletAddress | {carol address} |
      Then the response is refused with 403 FORBIDDEN "Only master account can remove delegated signers"
      And nothing changed

      @clause:ROLE-MANAGER-REMOVEDELEGATEDSIGNER
      Examples: a manager
        | principal | http | code      | message                                          |
        | manager   | 403  | FORBIDDEN | Only master account can remove delegated signers |

      @clause:ROLE-DELEGATE-REMOVEDELEGATEDSIGNER
      Examples: a delegate
        | principal | http | code      | message                                          |
        | delegate  | 403  | FORBIDDEN | Only master account can remove delegated signers |

      @clause:ROLE-SESSION-REMOVEDELEGATEDSIGNER
      Examples: a session
        | principal | http | code      | message                                          |
        | session   | 403  | FORBIDDEN | Only master account can remove delegated signers |

      @clause:ADDDELEGATEDSIGNER-EXPIRED
      Examples: a delegate whose time is over
        | principal        | http | code      | message                                          |
        | expired-delegate | 403  | FORBIDDEN | Only master account can remove delegated signers |

      @clause:REMOVEDELEGATEDSIGNER
      Examples: a delegate that was removed
        | principal        | http | code      | message                                          |
        | removed-delegate | 403  | FORBIDDEN | Only master account can remove delegated signers |

      Examples: a stranger with a subaccount of its own
        | principal | http | code      | message                                          |
        | stranger  | 403  | FORBIDDEN | Only master account can remove delegated signers |

      Examples: a wallet the exchange has never seen
        | principal      | http | code      | message                                          |
        | unknown-wallet | 403  | FORBIDDEN | Only master account can remove delegated signers |

    @clause:REMOVEALLDELEGATEDSIGNERS @R-07
    Scenario Outline: removeAllDelegatedSigners lets the <principal> remove all signers on its subaccount only
      Given "actor" is the <principal> of "trader"
      When "actor" sends removeAllDelegatedSigners for "trader"
      Then the response is ok with:
        | removedSigners | ["{carol address}"] |
      When "actor" sends removeAllDelegatedSigners for "other"
      Then the response is refused with 403 FORBIDDEN "wallet {actor wallet} is not authorized to act on this subaccount"
      And nothing changed

      @clause:ROLE-OWNER-REMOVEALLDELEGATEDSIGNERS
      Examples: the owner
        | principal |
        | owner     |

    @R-07 @assumed @negative
    Scenario Outline: removeAllDelegatedSigners refuses the <principal>
      Given "actor" is the <principal> of "trader"
      When "actor" sends removeAllDelegatedSigners for "trader"
      Then the response is refused with <http> <code> "<message>"
      And nothing changed
      When "actor" sends removeAllDelegatedSigners for "other"
      Then the response is refused with 403 FORBIDDEN "wallet {actor wallet} is not authorized to act on this subaccount"
      And nothing changed

      @clause:ROLE-MANAGER-REMOVEALLDELEGATEDSIGNERS
      Examples: a manager
        | principal | http | code             | message                                                       |
        | manager   | 403  | VALIDATION_ERROR | operation requires account owner, delegates are not permitted |

      @clause:ROLE-DELEGATE-REMOVEALLDELEGATEDSIGNERS
      Examples: a delegate
        | principal | http | code             | message                                                       |
        | delegate  | 403  | VALIDATION_ERROR | operation requires account owner, delegates are not permitted |

      @clause:ROLE-SESSION-REMOVEALLDELEGATEDSIGNERS
      Examples: a session
        | principal | http | code             | message                                                       |
        | session   | 403  | VALIDATION_ERROR | operation requires account owner, delegates are not permitted |

      @clause:ADDDELEGATEDSIGNER-EXPIRED
      Examples: a delegate whose time is over
        | principal        | http | code      | message                                                           |
        | expired-delegate | 403  | FORBIDDEN | wallet {actor wallet} is not authorized to act on this subaccount |

      @clause:REMOVEDELEGATEDSIGNER
      Examples: a delegate that was removed
        | principal        | http | code      | message                                                           |
        | removed-delegate | 403  | FORBIDDEN | wallet {actor wallet} is not authorized to act on this subaccount |

      @clause:ROLE-STRANGER-WRITE
      Examples: a stranger with a subaccount of its own
        | principal | http | code      | message                                                           |
        | stranger  | 403  | FORBIDDEN | wallet {actor wallet} is not authorized to act on this subaccount |

      @clause:ROLE-STRANGER-WRITE
      Examples: a wallet the exchange has never seen
        | principal      | http | code      | message                                                           |
        | unknown-wallet | 403  | FORBIDDEN | wallet {actor wallet} is not authorized to act on this subaccount |
