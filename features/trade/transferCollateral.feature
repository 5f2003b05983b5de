@trade @transferCollateral
Feature: transferCollateral moves collateral to another subaccount at once
  Background:
    Given the world "quiet"
    And "trader" also owns the subaccount "savings"

  Rule: what leaves one subaccount enters the other

    @clause:TRANSFERCOLLATERAL @clause:TRANSFERCOLLATERAL-PARAM-SUBACCOUNTID @clause:TRANSFERCOLLATERAL-PARAM-DESTINATIONSUBACCOUNTID
    @clause:TRANSFERCOLLATERAL-PARAM-SYMBOL @clause:TRANSFERCOLLATERAL-PARAM-AMOUNT @clause:ROLE-OWNER-TRANSFERCOLLATERAL
    Scenario: transferCollateral moves the whole amount and changes nothing else
      When "trader" sends transferCollateral:
        | destinationSubAccountId | {savings id}                     |
        | symbol                  | {haircut collateral}             |
        | amount                  | {250000 haircut collateral unit} |
      Then the response is ok
      And these facts changed, and no others:
        | fact                         | from | to                                    |
        | trader {haircut collateral}  | 20   | {20 - 250000 haircut collateral unit} |
        | savings {haircut collateral} | none | {250000 haircut collateral unit}      |

    @clause:TRANSFERCOLLATERAL-RESP
    Scenario: transferCollateral returns an empty object
      When "trader" sends transferCollateral:
        | destinationSubAccountId | {savings id} |
        | symbol                  | USDT         |
        | amount                  | 100          |
      Then the response is ok with:
        | . | {} |
      And these facts changed, and no others:
        | fact         | from    | to     |
        | trader USDT  | 1000000 | 999900 |
        | savings USDT | none    | 100    |

    @clause:TRANSFERCOLLATERAL-AMOUNT-AS-SENT @clause:AUTH-TYPE-TRANSFERCOLLATERAL
    Scenario Outline: transferCollateral verifies the amount <amount> as it was sent
      When "trader" sends transferCollateral:
        | destinationSubAccountId | {savings id} |
        | symbol                  | USDT         |
        | amount                  | <amount>     |
      Then the response is ok
      And these facts changed, and no others:
        | fact         | from    | to      |
        | trader USDT  | 1000000 | <left>  |
        | savings USDT | none    | <moved> |

      Examples:
        | amount     | left     | moved |
        | .5         | 999999.5 | 0.5   |
        | 000.50     | 999999.5 | 0.5   |
        | 7.         | 999993   | 7     |
        | 1.00000000 | 999999   | 1     |

    @clause:CONV-COLLATERAL-PRECISION-AT
    Scenario Outline: transferCollateral moves the last decimal of <what>
      When "trader" sends transferCollateral:
        | destinationSubAccountId | {savings id} |
        | symbol                  | <asset>      |
        | amount                  | <amount>     |
      Then the response is ok
      And these facts changed, and no others:
        | fact            | from   | to       |
        | trader <asset>  | <held> | <left>   |
        | savings <asset> | none   | <amount> |

      Examples: the collaterals of the target
        | what                 | asset                   | amount                    | held    | left                           |
        | the settlement asset | {settlement collateral} | {settlement unit}         | 1000000 | {1000000 - settlement unit}    |
        | a haircut collateral | {haircut collateral}    | {haircut collateral unit} | 20      | {20 - haircut collateral unit} |

      @needs:usual-schedule
      Examples: as they are stated
        | what | asset | amount     | held    | left          |
        | USDT | USDT  | 0.000001   | 1000000 | 999999.999999 |
        | BTC  | BTC   | 0.00000001 | 1       | 0.99999999    |

    @clause:TRANSFERCOLLATERAL-PARAM-DESTINATIONSUBACCOUNTID @assumed
    Scenario: transferCollateral accepts the destination as to, or under both names if they agree
      When "trader" sends transferCollateral:
        | to     | {savings id} |
        | symbol | USDT         |
        | amount | 10           |
      Then the response is ok
      When "trader" sends transferCollateral:
        | to                      | {savings id} |
        | destinationSubAccountId | {savings id} |
        | symbol                  | USDT         |
        | amount                  | 10           |
      Then the response is ok
      And these facts changed, and no others:
        | fact         | from   | to     |
        | trader USDT  | 999990 | 999980 |
        | savings USDT | 10     | 20     |

  Rule: the owner and managers may transfer between their subaccounts

    @clause:ROLE-MANAGER-TRANSFERCOLLATERAL
    Scenario: transferCollateral lets a manager move money between the subaccounts of the owner
      Given "keeper" is the manager of "trader"
      When "keeper" sends transferCollateral for "trader":
        | destinationSubAccountId | {savings id} |
        | symbol                  | USDT         |
        | amount                  | 250          |
      Then the response is ok
      And these facts changed, and no others:
        | fact         | from    | to     |
        | trader USDT  | 1000000 | 999750 |
        | savings USDT | none    | 250    |

  Rule: a transfer is limited by available margin

    @clause:TRANSFERCOLLATERAL-ERR-MARGIN @clause:ERR-INSUFFICIENT-MARGIN
    Scenario Outline: transferCollateral of <what> of the available margin responds <http>
      Given "savings" receives "10000" USDT
      And "savings" buys "1" BTC-USDT at "95010"
      When "savings" sends transferCollateral:
        | destinationSubAccountId | {trader id} |
        | symbol                  | USDT        |
        | amount                  | <amount>    |
      # 10,000 less 47.505 fee, less 10 under the entry, less a tenth of 95,000
      Then the response is <http> with:
        | error.code      | <code>  |
        | error.retryable | <retry> |

      Examples:
        | what               | amount     | http | code                | retry    |
        | all                | 442.495    | 200  | <absent>            | <absent> |
        | one unit above all | 442.495001 | 400  | INSUFFICIENT_MARGIN | false    |
