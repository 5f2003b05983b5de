@trade @auth
Feature: the role of a signer decides whether it opens and renames subaccounts
  Background:
    Given the world "quiet"
    And "trader" is a trader
    And "other" is a trader

  Rule: the owner and managers open subaccounts

    @clause:ROLE-STRANGER-WRITE
    Scenario Outline: createSubaccount of the <principal> opens a subaccount under its owner only
      Given "actor" is the <principal> of "trader"
      When "actor" sends createSubaccount for "trader":
        | name | third |
      Then the response is ok with:
        | subAccountName | third |
      When "actor" sends createSubaccount for "other":
        | name | third |
      Then the response is refused with 401 UNAUTHORIZED "not the owner or manager of this subaccount"
      And nothing changed

      @clause:ROLE-OWNER-CREATESUBACCOUNT
      Examples: the owner
        | principal |
        | owner     |

      @clause:ROLE-MANAGER-CREATESUBACCOUNT
      Examples: a manager
        | principal |
        | manager   |

    @clause:ROLE-STRANGER-WRITE @negative
    Scenario Outline: createSubaccount refuses the <principal>
      Given "actor" is the <principal> of "trader"
      When "actor" sends createSubaccount for "trader":
        | name | third |
      Then the response is refused with <http> <code> "<message>"
      And nothing changed
      When "actor" sends createSubaccount for "other":
        | name | third |
      Then the response is refused with 401 UNAUTHORIZED "not the owner or manager of this subaccount"
      And nothing changed

      @clause:ROLE-DELEGATE-CREATESUBACCOUNT
      Examples: a delegate
        | principal | http | code         | message                                     |
        | delegate  | 401  | UNAUTHORIZED | not the owner or manager of this subaccount |

      @clause:ROLE-SESSION-CREATESUBACCOUNT
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

  Rule: only the owner renames subaccounts

    @clause:ROLE-STRANGER-WRITE
    Scenario Outline: updateSubAccountName of the <principal> renames its own subaccount only
      Given "actor" is the <principal> of "trader"
      When "actor" sends updateSubAccountName for "trader":
        | name | main |
      Then the response is ok with:
        | name | main |
      When "actor" sends updateSubAccountName for "other":
        | name | main |
      Then the response is refused with 401 UNAUTHORIZED "operation requires account owner, delegates are not permitted"
      And nothing changed

      @clause:ROLE-OWNER-UPDATESUBACCOUNTNAME
      Examples: the owner
        | principal |
        | owner     |

    @clause:ROLE-STRANGER-WRITE @assumed @negative
    Scenario Outline: updateSubAccountName refuses the <principal>
      Given "actor" is the <principal> of "trader"
      When "actor" sends updateSubAccountName for "trader":
        | name | main |
      Then the response is refused with <http> <code> "<message>"
      And nothing changed
      When "actor" sends updateSubAccountName for "other":
        | name | main |
      Then the response is refused with 401 UNAUTHORIZED "operation requires account owner, delegates are not permitted"
      And nothing changed

      @clause:ROLE-MANAGER-UPDATESUBACCOUNTNAME
      Examples: a manager
        | principal | http | code         | message                                                       |
        | manager   | 401  | UNAUTHORIZED | operation requires account owner, delegates are not permitted |

      @clause:ROLE-DELEGATE-UPDATESUBACCOUNTNAME
      Examples: a delegate
        | principal | http | code         | message                                                       |
        | delegate  | 401  | UNAUTHORIZED | operation requires account owner, delegates are not permitted |

      @clause:ROLE-SESSION-UPDATESUBACCOUNTNAME
      Examples: a session
        | principal | http | code         | message                                                       |
        | session   | 401  | UNAUTHORIZED | operation requires account owner, delegates are not permitted |

      @clause:ADDDELEGATEDSIGNER-EXPIRED
      Examples: a delegate whose time is over
        | principal        | http | code         | message                                                       |
        | expired-delegate | 401  | UNAUTHORIZED | operation requires account owner, delegates are not permitted |

      @clause:REMOVEDELEGATEDSIGNER
      Examples: a delegate that was removed
        | principal        | http | code         | message                                                       |
        | removed-delegate | 401  | UNAUTHORIZED | operation requires account owner, delegates are not permitted |

      Examples: a stranger with a subaccount of its own
        | principal | http | code         | message                                                       |
        | stranger  | 401  | UNAUTHORIZED | operation requires account owner, delegates are not permitted |

      Examples: a wallet the exchange has never seen
        | principal      | http | code         | message                                                       |
        | unknown-wallet | 401  | UNAUTHORIZED | operation requires account owner, delegates are not permitted |
