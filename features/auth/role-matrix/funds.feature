@trade @auth
Feature: the role of a signer decides whether it moves collateral out of a subaccount
  Background:
    Given the world "quiet"
    And "trader" also owns the subaccount "second"
    And "other" is a trader

  Rule: the owner and managers transfer between the subaccounts of one owner

    @clause:ROLE-STRANGER-WRITE
    Scenario Outline: transferCollateral accepts a transfer of the <principal> from its subaccount only
      Given "actor" is the <principal> of "trader"
      When "actor" sends transferCollateral for "trader":
        | symbol                  | USDT        |
        | amount                  | 1           |
        | destinationSubAccountId | {second id} |
      Then the response is ok with:
        | . | {} |
      When "actor" sends transferCollateral for "other":
        | symbol                  | USDT        |
        | amount                  | 1           |
        | destinationSubAccountId | {second id} |
      Then the response is refused with 401 UNAUTHORIZED "not the owner or manager of this subaccount"
      And nothing changed

      @clause:ROLE-OWNER-TRANSFERCOLLATERAL
      Examples: the owner
        | principal |
        | owner     |

      @clause:ROLE-MANAGER-TRANSFERCOLLATERAL
      Examples: a manager
        | principal |
        | manager   |

    @clause:ROLE-STRANGER-WRITE @negative
    Scenario Outline: transferCollateral refuses the <principal>
      Given "actor" is the <principal> of "trader"
      When "actor" sends transferCollateral for "trader":
        | symbol                  | USDT        |
        | amount                  | 1           |
        | destinationSubAccountId | {second id} |
      Then the response is refused with <http> <code> "<message>"
      And nothing changed
      When "actor" sends transferCollateral for "other":
        | symbol                  | USDT        |
        | amount                  | 1           |
        | destinationSubAccountId | {second id} |
      Then the response is refused with 401 UNAUTHORIZED "not the owner or manager of this subaccount"
      And nothing changed

      @clause:ROLE-DELEGATE-TRANSFERCOLLATERAL
      Examples: a delegate
        | principal | http | code         | message                                     |
        | delegate  | 401  | UNAUTHORIZED | not the owner or manager of this subaccount |

      @clause:ROLE-SESSION-TRANSFERCOLLATERAL
      Examples: a session
        | principal | http | code         | message                                     |
        | session   | 401  | UNAUTHORIZED | not the owner or manager of this subaccount |

      @clause:ADDDELEGATEDSIGNER-EXPIRED
      Examples: a delegate whose time is over
        | principal        | http | code         | message                                     |
        | expired-delegate | 401  | UNAUTHORIZED | not the owner or manager of this subaccount |

      @clause:REMOVEDELEGATEDSIGNER
      Examples: a delegate that was removed
        | principal        | http | code         | message                                     |
        | removed-delegate | 401  | UNAUTHORIZED | not the owner or manager of this subaccount |

      Examples: a stranger with a subaccount of its own
        | principal | http | code         | message                                     |
        | stranger  | 401  | UNAUTHORIZED | not the owner or manager of this subaccount |

      Examples: a wallet the exchange has never seen
        | principal      | http | code         | message                                     |
        | unknown-wallet | 401  | UNAUTHORIZED | not the owner or manager of this subaccount |

    @clause:ROLE-STRANGER-WRITE @negative
    Scenario Outline: transferCollateral refuses the <principal> a transfer to another owner
      Given "actor" is the <principal> of "trader"
      When "actor" sends transferCollateral for "trader":
        | symbol                  | USDT       |
        | amount                  | 1          |
        | destinationSubAccountId | {other id} |
      Then the response is refused with 401 UNAUTHORIZED "not the owner or manager of this subaccount"
      And nothing changed

      Examples: all eight
        | principal        |
        | owner            |
        | manager          |
        | delegate         |
        | session          |
        | expired-delegate |
        | removed-delegate |
        | stranger         |
        | unknown-wallet   |

  Rule: the owner withdraws to any address, a manager only to the owner

    @clause:ROLE-STRANGER-WRITE
    Scenario Outline: withdrawCollateral accepts a withdrawal of the <principal> to the owner from its subaccount only
      Given "actor" is the <principal> of "trader"
      When "actor" sends withdrawCollateral for "trader":
        | symbol      | USDT             |
        | amount      | 100              |
        | destination | {trader address} |
      Then the response is ok with:
        | amount | 100 |
      When "actor" sends withdrawCollateral for "other":
        | symbol      | USDT             |
        | amount      | 100              |
        | destination | {trader address} |
      Then the response is refused with 401 UNAUTHORIZED "not the owner or manager of this subaccount"
      And nothing changed

      @clause:ROLE-OWNER-WITHDRAWCOLLATERAL
      Examples: the owner
        | principal |
        | owner     |

      @clause:ROLE-STRANGER-WRITE @assumed @R-08
      Examples: a manager
        | principal |
        | manager   |

    @clause:ROLE-STRANGER-WRITE @assumed @R-08 @negative
    Scenario Outline: withdrawCollateral refuses the <principal>
      Given "actor" is the <principal> of "trader"
      When "actor" sends withdrawCollateral for "trader":
        | symbol      | USDT             |
        | amount      | 100              |
        | destination | {trader address} |
      Then the response is refused with <http> <code> "<message>"
      And nothing changed
      When "actor" sends withdrawCollateral for "other":
        | symbol      | USDT             |
        | amount      | 100              |
        | destination | {trader address} |
      Then the response is refused with 401 UNAUTHORIZED "not the owner or manager of this subaccount"
      And nothing changed

      @clause:ROLE-DELEGATE-WITHDRAWCOLLATERAL
      Examples: a delegate
        | principal | http | code         | message                                     |
        | delegate  | 401  | UNAUTHORIZED | not the owner or manager of this subaccount |

      @clause:ROLE-SESSION-WITHDRAWCOLLATERAL
      Examples: a session
        | principal | http | code         | message                                     |
        | session   | 401  | UNAUTHORIZED | not the owner or manager of this subaccount |

      @clause:ADDDELEGATEDSIGNER-EXPIRED
      Examples: a delegate whose time is over
        | principal        | http | code         | message                                     |
        | expired-delegate | 401  | UNAUTHORIZED | not the owner or manager of this subaccount |

      @clause:REMOVEDELEGATEDSIGNER
      Examples: a delegate that was removed
        | principal        | http | code         | message                                     |
        | removed-delegate | 401  | UNAUTHORIZED | not the owner or manager of this subaccount |

      Examples: a stranger with a subaccount of its own
        | principal | http | code         | message                                     |
        | stranger  | 401  | UNAUTHORIZED | not the owner or manager of this subaccount |

      Examples: a wallet the exchange has never seen
        | principal      | http | code         | message                                     |
        | unknown-wallet | 401  | UNAUTHORIZED | not the owner or manager of this subaccount |

    @clause:ROLE-MANAGER-WITHDRAWCOLLATERAL @clause:ERR-FORBIDDEN @assumed @R-08 @negative
    Scenario: withdrawCollateral refuses a manager any destination but the owner
      Given "actor" is the manager of "trader"
      When "actor" sends withdrawCollateral for "trader":
        | symbol      | USDT            |
        | amount      | 100             |
        | destination | {actor address} |
      Then the response is refused with 403 FORBIDDEN "Managers may only withdraw to the owner's wallet address"
      And nothing changed
