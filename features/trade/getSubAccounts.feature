@trade @getSubAccounts
Feature: getSubAccounts lists all subaccounts under one master
  Background:
    Given the world "quiet"
    And "trader" also owns the subaccount "savings"
    And "trader" also owns the subaccount "hedge"

  Rule: every subaccount under one master is listed, the master first

    @clause:GETSUBACCOUNTS @clause:AUTH-NONONCE-GETSUBACCOUNTS @clause:SUBACCT-FIELD-SUBACCOUNTID @clause:SUBACCT-FIELD-MASTERACCOUNTID
    @assumed
    Scenario Outline: getSubAccounts requested through <member> lists the master first
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
    Scenario: getSubAccounts leaves out subaccounts of other owners
      When "stranger" sends getSubAccounts
      Then "subAccounts" of the response lists:
        | subAccountId  |
        | {stranger id} |

    @clause:SUBACCT-LIST-FEERATES @clause:SUBACCT-LIST-DELEGATEDSIGNERS-EMPTY @clause:SUBACCT-FIELD-SUBACCOUNTNAME
    @clause:SUBACCT-FIELD-FEERATES
    Scenario: getSubAccounts shows rates and an empty list of signers for each subaccount
      Given the tier that getFeeRate shows of "trader" is called "tier"
      When "trader" sends getSubAccounts
      Then every item of "subAccounts" of the response is:
        | feeRates.makerFeeRate | {tier maker rate} |
        | feeRates.takerFeeRate | {tier taker rate} |
        | feeRates.tierName     | {tier name}       |
        | delegatedSigners      | []                |
        | subAccountName        | <any>             |

    @clause:SUBACCT-FIELD-COLLATERALS @clause:SUBACCT-FIELD-CROSSMARGINSUMMARY @clause:SUBACCT-MARGIN-ACCOUNTVALUE
    @clause:SUBACCT-FIELD-POSITIONS
    Scenario: getSubAccounts shows money and positions with the subaccount that owns them
      Given "hedge" receives "5000" USDT
      And "hedge" buys "0.1" BTC-USDT at "95010"
      When "trader" sends getSubAccounts
      Then "subAccounts" of the response lists:
        | collaterals[0].quantity | positions[0].quantity | crossMarginSummary.accountValue |
        | 1000000                 | <absent>              | 1161000.00                      |
        | <absent>                | <absent>              | 0.00                            |
        | 4995.2495               | 0.1                   | 4994.25                         |

  Rule: the subaccount is named in params or beside them

    @clause:GETSUBACCOUNTS-PARAMS @assumed @R-68
    Scenario: getSubAccounts accepts params with the action alone and a top-level id
      When "trader" sends getSubAccounts:
        | top.subaccountId             | {trader id} |
        | tampered.params.subAccountId | <absent>    |
      Then "subAccounts" of the response lists:
        | subAccountId |
        | {trader id}  |
        | {savings id} |
        | {hedge id}   |

    @clause:GETSUBACCOUNTS-ERR-SUBACCOUNTID @assumed @R-68
    Scenario: getSubAccounts without a subaccount is refused
      When "trader" sends getSubAccounts:
        | tampered.params.subAccountId | <absent> |
      Then the response is refused with 400 VALIDATION_ERROR "subaccountId is required"

    @clause:GETSUBACCOUNTS-PARAMS @assumed @R-68
    Scenario: getSubAccounts with two different subaccounts is refused
      When "trader" sends getSubAccounts:
        | top.subaccountId | {savings id} |
      Then the response is refused with 400 VALIDATION_ERROR "cannot specify different subaccount ids"
