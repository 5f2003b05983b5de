@trade @lifecycle @auth
Feature: a wallet without a delegation has the rights of a stranger
  Background:
    Given the world "quiet"
    And "alice" is a trader

  Rule: the owner may add a delegation

    @clause:ADDDELEGATEDSIGNER @clause:PERM-SESSION
    Scenario Outline: addDelegatedSigner adds a session for a wallet that <what>
      Given "bob" is the <role> of "alice"
      When "alice" sends addDelegatedSigner:
        | walletAddress | {bob address} |
        | permissions   | ["session"]   |
      Then the response is ok with:
        | permissions | ["session"] |
      And these facts changed, and no others:
        | fact             | from | to                  |
        | alice signer bob | none | session without end |

      @transition:delegation/none/grant-session
      Examples:
        | what          | role     |
        | never had one | stranger |

      @transition:delegation/expired/grant-session
      Examples:
        | what                 | role             |
        | had one that expired | expired-delegate |

      @transition:delegation/removed/grant-session
      Examples:
        | what                     | role             |
        | had one that was removed | removed-delegate |

    @clause:ADDDELEGATEDSIGNER @clause:PERM-DELEGATE
    Scenario Outline: addDelegatedSigner adds a full delegate for a wallet that <what>
      Given "bob" is the <role> of "alice"
      When "alice" sends addDelegatedSigner:
        | walletAddress | {bob address} |
        | permissions   | ["delegate"]  |
      Then the response is ok with:
        | permissions | ["delegate"] |
      And these facts changed, and no others:
        | fact             | from | to                   |
        | alice signer bob | none | delegate without end |

      @transition:delegation/none/grant-full
      Examples:
        | what          | role     |
        | never had one | stranger |

      @transition:delegation/expired/grant-full
      Examples:
        | what                 | role             |
        | had one that expired | expired-delegate |

      @transition:delegation/removed/grant-full
      Examples:
        | what                     | role             |
        | had one that was removed | removed-delegate |

  Rule: a wallet without a delegation can neither trade nor add signers

    @negative
    Scenario Outline: placeOrders refuses a wallet that <what>
      Given "bob" is the <role> of "alice"
      When "bob" sends placeOrders for "alice":
        | orders | [{"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"}] |
      Then the response is refused with 401 UNAUTHORIZED "wallet {bob wallet} is not authorized to act on this subaccount"
      And nothing changed

      @transition:delegation/none/act @clause:ROLE-STRANGER-WRITE
      Examples:
        | what          | role     |
        | never had one | stranger |

      @transition:delegation/expired/act @clause:ADDDELEGATEDSIGNER-EXPIRED
      Examples:
        | what                 | role             |
        | had one that expired | expired-delegate |

      @transition:delegation/removed/act @clause:REMOVEDELEGATEDSIGNER
      Examples:
        | what                     | role             |
        | had one that was removed | removed-delegate |

    @clause:ERR-FORBIDDEN @assumed @R-07 @negative
    Scenario Outline: addDelegatedSigner refuses a wallet that <what> as signer of the request
      Given "bob" is the <role> of "alice"
      And "dave" is a trader
      When "bob" sends addDelegatedSigner for "alice":
        | walletAddress | {dave address} |
        | permissions   | ["session"]    |
      Then the response is refused with 403 FORBIDDEN "wallet {bob wallet} is not authorized to act on this subaccount"
      And nothing changed

      @transition:delegation/none/grant-on
      Examples:
        | what          | role     |
        | never had one | stranger |

      @transition:delegation/expired/grant-on
      Examples:
        | what                 | role             |
        | had one that expired | expired-delegate |

      @transition:delegation/removed/grant-on
      Examples:
        | what                     | role             |
        | had one that was removed | removed-delegate |

  Rule: a delegation that does not exist cannot be removed

    @clause:REMOVEDELEGATEDSIGNER-ERR-SIGNER @clause:ERR-NOT-FOUND @negative
    Scenario Outline: removeDelegatedSigner of a wallet that <what> responds NOT_FOUND
      Given "bob" is the <role> of "alice"
      When "alice" sends removeDelegatedSigner:
        | walletAddress | {bob address} |
      Then the response is refused with 404 NOT_FOUND "Delegated signer not found"
      And nothing changed

      @transition:delegation/none/remove
      Examples:
        | what          | role     |
        | never had one | stranger |

      @transition:delegation/expired/remove
      Examples:
        | what                 | role             |
        | had one that expired | expired-delegate |

      @transition:delegation/removed/remove
      Examples:
        | what                     | role             |
        | had one that was removed | removed-delegate |

    @clause:REMOVEALLDELEGATEDSIGNERS-RESP-EMPTY
    Scenario Outline: removeAllDelegatedSigners does not list a wallet that <what>
      Given "bob" is the <role> of "alice"
      When "alice" sends removeAllDelegatedSigners
      Then the response is ok with:
        | removedSigners | [] |
      And nothing changed

      @transition:delegation/none/remove-all
      Examples:
        | what          | role     |
        | never had one | stranger |

      @transition:delegation/expired/remove-all
      Examples:
        | what                 | role             |
        | had one that expired | expired-delegate |

      @transition:delegation/removed/remove-all
      Examples:
        | what                     | role             |
        | had one that was removed | removed-delegate |

    @clause:REMOVEDELEGATEDSIGNER-ERR-FORBIDDEN @negative
    Scenario Outline: removeDelegatedSigner refuses a wallet that <what> as signer of the request
      Given "bob" is the <role> of "alice"
      When "bob" sends removeDelegatedSigner for "alice":
        | walletAddress | {bob address} |
      Then the response is refused with 403 FORBIDDEN "Only master account can remove delegated signers"
      And nothing changed

      @transition:delegation/none/resign
      Examples:
        | what          | role     |
        | never had one | stranger |

      @transition:delegation/expired/resign
      Examples:
        | what                 | role             |
        | had one that expired | expired-delegate |

      @transition:delegation/removed/resign
      Examples:
        | what                     | role             |
        | had one that was removed | removed-delegate |

    @transition:delegation/removed/expire @clause:REMOVEDELEGATEDSIGNER @clause:ADDDELEGATEDSIGNER @assumed
    Scenario: the expiry of a removed delegation does not end the delegation that replaced it
      Given "bob" is a session delegate of "alice" until "{now + 5 s}"
      And "alice" has sent removeDelegatedSigner:
        | walletAddress | {bob address} |
      And "bob" is a session delegate of "alice"
      When 5 s pass
      Then nothing changed
      When "bob" sends getOpenOrders for "alice"
      Then the response lists nothing
