@trade @updateSubAccountName
Feature: updateSubAccountName gives a subaccount another name
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: the owner names its subaccounts

    @clause:UPDATESUBACCOUNTNAME @clause:ROLE-OWNER-UPDATESUBACCOUNTNAME @clause:SUBACCT-FIELD-SUBACCOUNTNAME @assumed
    Scenario: updateSubAccountName sets a first name and then another
      When "trader" sends updateSubAccountName:
        | name | main account |
      Then the response is ok with:
        | subAccountId | {trader id} |
        | name         | main account   |
      And these facts changed, and no others:
        | fact        | from | to        |
        | trader name | none | main account |
      When "trader" sends updateSubAccountName:
        | name | carry |
      Then the response is ok
      And these facts changed, and no others:
        | fact        | from      | to    |
        | trader name | main account | carry |

    @clause:UPDATESUBACCOUNTNAME @assumed
    Scenario: updateSubAccountName accepts the present name and one that became free
      Given "trader" also owns the subaccount "hedge" named "Hedge"
      And "hedge" has sent updateSubAccountName:
        | name | Hedge |
      And "hedge" has sent updateSubAccountName:
        | name | Hedge 2 |
      When "trader" sends updateSubAccountName:
        | name | Hedge |
      Then the response is ok
      And these facts changed, and no others:
        | fact        | from | to    |
        | trader name | none | Hedge |

    @clause:UPDATESUBACCOUNTNAME @assumed
    Scenario: updateSubAccountName accepts fifty characters
      When "trader" sends updateSubAccountName:
        | name | abcdefghijklmnopqrstuvwxyabcdefghijklmnopqrstuvwxy |
      Then the response is ok with:
        | name | abcdefghijklmnopqrstuvwxyabcdefghijklmnopqrstuvwxy |

  Rule: a name must be present, short, printable and unused

    @clause:UPDATESUBACCOUNTNAME @negative @assumed
    Scenario Outline: updateSubAccountName refuses a name that <what>
      Given "trader" also owns the subaccount "hedge" named "Hedge"
      When "trader" sends updateSubAccountName:
        | name | <name> |
      Then the response is refused with 400 <code> "<message>"
      And nothing changed

      Examples:
        | what                   | name                                                | code             | message                                              |
        | is left out            | <absent>                                            | VALIDATION_ERROR | name is required                                     |
        | is empty               | <empty>                                             | VALIDATION_ERROR | name is required                                     |
        | has 51 characters      | abcdefghijklmnopqrstuvwxyabcdefghijklmnopqrstuvwxyz | VALIDATION_ERROR | Invalid subaccount name                              |
        | ends with a line break | text account\n                                         | VALIDATION_ERROR | name must not include leading or trailing whitespace |
        | breaks the line        | text two\nlines                                     | VALIDATION_ERROR | name must be a safe and human readable name          |
        | another one has        | Hedge                                               | VALIDATION_ERROR | subaccount name already exists                       |
        | is a list              | ["session"]                                            | INVALID_FORMAT   | Invalid request body                                 |

    @clause:UPDATESUBACCOUNTNAME @negative @assumed
    Scenario: updateSubAccountName without a subaccount is refused
      When "trader" sends updateSubAccountName:
        | name                         | account     |
        | tampered.params.subAccountId | <absent> |
      Then the response is refused with 400 VALIDATION_ERROR "subAccountId is required"
      And nothing changed

  Rule: only the owner may rename

    @negative
    Scenario Outline: updateSubAccountName refuses <who> as signer
      Given "helper" is the <role> of "trader"
      When "helper" sends updateSubAccountName for "trader":
        | name | account |
      Then the response is refused with 401 UNAUTHORIZED "operation requires account owner, delegates are not permitted"
      And nothing changed

      @clause:ROLE-MANAGER-UPDATESUBACCOUNTNAME @assumed
      Examples: manager
        | who       | role    |
        | a manager | manager |

      @clause:ROLE-SESSION-UPDATESUBACCOUNTNAME @assumed
      Examples: session
        | who              | role    |
        | a session signer | session |

      @clause:ROLE-DELEGATE-UPDATESUBACCOUNTNAME @assumed
      Examples: delegate
        | who        | role     |
        | a delegate | delegate |

      @clause:ROLE-STRANGER-WRITE @assumed
      Examples: signers without a right
        | who        | role     |
        | a stranger | stranger |

    @clause:UPDATESUBACCOUNTNAME @negative @assumed
    Scenario: updateSubAccountName is refused if the name was changed after signing
      When "trader" sends updateSubAccountName:
        | name                 | account  |
        | tampered.params.name | other |
      Then the response is refused with 401 UNAUTHORIZED "operation requires account owner, delegates are not permitted"
      And nothing changed
