@trade @createSubaccount @negative
Feature: createSubaccount refuses invalid names, subaccounts beyond the limit and signers without the right
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: a name must be short, printable and unused

    Scenario Outline: createSubaccount refuses a name that <what>
      When "trader" sends createSubaccount:
        | name | <name> |
      Then the response is refused with 400 <code> "<message>"
      And nothing changed

      @clause:CREATESUBACCOUNT-ERR-NAME
      Examples: too long
        | what               | name                                                | code             | message                 |
        | has 51 characters  | abcdefghijklmnopqrstuvwxyabcdefghijklmnopqrstuvwxyz | VALIDATION_ERROR | Invalid subaccount name |

      @clause:CREATESUBACCOUNT-PARAM-NAME @assumed
      Examples: not a name
        | what                     | name              | code             | message                                              |
        | ends in a space          | text account \n      | VALIDATION_ERROR | name must not include leading or trailing whitespace |
        | is nothing but space     | text \n           | VALIDATION_ERROR | name must not include leading or trailing whitespace |
        | breaks the line          | text two\nlines   | VALIDATION_ERROR | name: invalid string                                 |
        | is a number              | number 7          | INVALID_FORMAT   | Invalid request body                                 |

    @clause:CREATESUBACCOUNT @assumed
    Scenario: createSubaccount refuses a name of another subaccount of the owner
      Given "trader" has sent createSubaccount:
        | name | account {now} |
      When "trader" sends createSubaccount:
        | name | account {now} |
      Then the response is refused with 400 VALIDATION_ERROR "subaccount name already exists"
      And nothing changed

    @clause:CREATESUBACCOUNT @assumed
    Scenario: createSubaccount accepts a name that another owner uses
      Given "other" has sent createSubaccount:
        | name | account {now} |
      When "trader" sends createSubaccount:
        | name | account {now} |
      Then the response is ok with:
        | subAccountName | account {now} |

  Rule: the tier limits the number of subaccounts, including the master

    @clause:CREATESUBACCOUNT-ERR-LIMIT @clause:SUBACCT-LIMITS-MAXSUBACCOUNTS
    Scenario: createSubaccount refuses a sixth subaccount on tier_1
      Given "trader" also owns the subaccount "one"
      And "trader" also owns the subaccount "two"
      And "trader" also owns the subaccount "three"
      When "trader" sends createSubaccount
      Then the response is ok
      When "trader" sends createSubaccount
      Then the response is refused with 400 VALIDATION_ERROR "Subaccount limit reached"
      And nothing changed

    @clause:CREATESUBACCOUNT-ERR-LIMIT @assumed
    Scenario: createSubaccount refuses any subaccount beside the master on tier_0
      Given "trader" is in tier "tier_0"
      When "trader" sends createSubaccount
      Then the response is 400 with:
        | error.code                 | VALIDATION_ERROR         |
        | error.message              | Subaccount limit reached |
        | error.details.currentCount | 1                        |
        | error.details.maximum      | 1                        |
        | error.details.tierName     | Regular User             |
      And nothing changed

  Rule: the owner or a manager must sign for an existing subaccount

    Scenario Outline: createSubaccount refuses <who> as signer
      Given "helper" is the <role> of "trader"
      When "helper" sends createSubaccount for "trader":
        | name | account |
      Then the response is refused with 401 UNAUTHORIZED "not the owner or manager of this subaccount"
      And nothing changed

      @clause:ROLE-SESSION-CREATESUBACCOUNT
      Examples: session
        | who              | role    |
        | a session signer | session |

      @clause:ROLE-DELEGATE-CREATESUBACCOUNT
      Examples: delegate
        | who        | role     |
        | a delegate | delegate |

      @clause:ROLE-STRANGER-WRITE @assumed
      Examples: signers without a right
        | who        | role     |
        | a stranger | stranger |

    @clause:AUTH-TYPE-CREATESUBACCOUNT
    Scenario: createSubaccount signs params.subAccountId as the master
      Given "trader" also owns the subaccount "second"
      When "trader" sends createSubaccount:
        | name                         | account        |
        | tampered.params.subAccountId | {second id} |
      Then the response is refused with 401 UNAUTHORIZED "not the owner or manager of this subaccount"
      And nothing changed

    @clause:AUTH-EXPIRESAFTER-UNIT-CREATESUBACCOUNT
    Scenario Outline: createSubaccount reads expiresAfter of <what> as seconds and finds that it <outcome>
      When "trader" sends createSubaccount:
        | top.expiresAfter | number <value> |
      Then the response is <http> with:
        | error.message | <message> |

      Examples:
        | what          | value                      | outcome   | http | message         |
        | this second   | {now in seconds}           | has passed | 401 | request expired |
        | the next one  | {now + 1 s in seconds}     | has not    | 200 | <absent>        |

    @clause:CREATESUBACCOUNT-PARAM-SUBACCOUNTID @assumed
    Scenario: createSubaccount without a subaccount is refused
      When "trader" sends createSubaccount:
        | tampered.params.subAccountId | <absent> |
      Then the response is refused with 400 VALIDATION_ERROR "subaccountId is required"
      And nothing changed
