@trade @getSubAccounts
Feature: getSubAccounts lists the family of a subaccount
  Background:
    Given the world "quiet"
    And "trader" also owns the subaccount "savings"
    And "trader" also owns the subaccount "hedge"

  Rule: every subaccount under one master is listed, the master first

    @clause:GETSUBACCOUNTS @clause:AUTH-NONONCE-GETSUBACCOUNTS @clause:SUBACCT-FIELD-SUBACCOUNTID @clause:SUBACCT-FIELD-MASTERACCOUNTID
    @assumed
    Scenario Outline: asked through <member>
      When "<member>" sends getSubAccounts
      Then "subAccounts" of the response lists:
        | subAccountId | masterAccountId |
        | {trader id}  | null            |
        | {savings id} | {trader id}     |
        | {hedge id}   | {trader id}     |

      Examples:
        | member  |
        | trader  |
        | savings |

    @clause:GETSUBACCOUNTS
    Scenario: the family of somebody else is not shown
      When "stranger" sends getSubAccounts
      Then "subAccounts" of the response lists:
        | subAccountId  |
        | {stranger id} |

    @clause:SUBACCT-LIST-FEERATES @clause:SUBACCT-LIST-DELEGATEDSIGNERS-EMPTY @clause:SUBACCT-FIELD-SUBACCOUNTNAME
    @clause:SUBACCT-FIELD-FEERATES
    Scenario: every item carries its rates and its delegated signers, of which there are none
      When "trader" sends getSubAccounts
      Then every item of "subAccounts" of the response is:
        | feeRates.makerFeeRate | 0.0002  |
        | feeRates.takerFeeRate | 0.0005  |
        | feeRates.tierName     | Tier 1  |
        | delegatedSigners      | []      |
        | subAccountName        | <empty> |

    @clause:SUBACCT-FIELD-COLLATERALS @clause:SUBACCT-FIELD-CROSSMARGINSUMMARY @clause:SUBACCT-MARGIN-ACCOUNTVALUE
    @clause:SUBACCT-FIELD-POSITIONS
    Scenario: money and positions stay with the subaccount they belong to
      Given "hedge" receives "5000" USDT
      And "hedge" buys "0.1" BTC-USDT at "95010"
      When "trader" sends getSubAccounts
      Then "subAccounts" of the response lists:
        | collaterals[0].quantity | positions[0].quantity | crossMarginSummary.accountValue |
        | 1000000                 | <absent>              | 1161000.00                      |
        | <absent>                | <absent>              | 0.00                            |
        | 4995.2495               | 0.1                   | 4994.25                         |

  Rule: the subaccount stands in params or beside them

    @clause:GETSUBACCOUNTS-PARAMS @assumed @R-68
    Scenario: params hold nothing but the action, and the id is top-level
      When "trader" sends getSubAccounts:
        | top.subaccountId             | {trader id} |
        | tampered.params.subAccountId | <absent>    |
      Then "subAccounts" of the response lists:
        | subAccountId |
        | {trader id}  |
        | {savings id} |
        | {hedge id}   |

    @clause:GETSUBACCOUNTS-ERR-SUBACCOUNTID @assumed @R-68
    Scenario: no subaccount at all is refused
      When "trader" sends getSubAccounts:
        | tampered.params.subAccountId | <absent> |
      Then the response is refused with 400 VALIDATION_ERROR "subaccountId is required"

    @clause:GETSUBACCOUNTS-PARAMS @assumed @R-68
    Scenario: two different subaccounts at once are refused
      When "trader" sends getSubAccounts:
        | top.subaccountId             | {savings id} |
      Then the response is refused with 400 VALIDATION_ERROR "cannot specify different subaccount ids"
