@trade @getSubAccount @getFeeRate @getDelegationsForDelegate
Feature: an account in use shows its collateral, its tier and its delegates
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: collateral has its price and its haircut beside its quantity

    @clause:SUBACCT-FIELD-COLLATERALS @clause:SUBACCT-COLLATERAL-SYMBOL @clause:SUBACCT-COLLATERAL-QUANTITY
    @clause:SUBACCT-COLLATERAL-PRICE @clause:SUBACCT-COLLATERAL-HAIRCUTRATE @clause:SUBACCT-COLLATERAL-PENDINGWITHDRAW
    @clause:SUBACCT-COLLATERAL-WITHDRAWABLE @clause:CONV-DECIMAL-STRINGS
    Scenario: getSubAccount lists USDT first, at a price of 1 and without a haircut
      When "trader" sends getSubAccount
      Then the response is ok with:
        | collaterals[0].symbol                  | USDT      |
        | collaterals[0].quantity                | <decimal> |
        | collaterals[0].price                   | 1         |
        | collaterals[0].collateralValue         | <decimal> |
        | collaterals[0].adjustedCollateralValue | <decimal> |
        | collaterals[0].haircutRate             | 0         |
        | collaterals[0].pendingWithdraw         | 0         |
        | collaterals[0].withdrawable            | <decimal> |
        | collaterals[0].calculatedAt            | number 0  |

  Rule: the tier sets the rates

    @clause:GETFEERATE @clause:FEERATE-CURRENTTIER-TIERID @clause:FEERATE-CURRENTTIER-TIERLEVEL @clause:FEERATE-CURRENTTIER-TIERNAME
    @clause:FEERATE-CURRENTTIER-TIERTYPE @clause:FEERATE-CURRENTTIER-MINTRADEVOLUME @clause:FEERATE-CURRENTTIER-MAKERFEERATE
    @clause:FEERATE-CURRENTTIER-TAKERFEERATE @clause:FEERATE-FIELD-MAKERFEERATE @clause:FEERATE-FIELD-TAKERFEERATE
    @clause:FEERATE-FIELD-REFERRALDISCOUNTAPPLIED @clause:FEERATE-REFERRALDISCOUNT-ZERO @clause:FEERATE-FIELD-VOLUME14D
    Scenario: getFeeRate shows a wallet its volume, the published figures of its tier and the rates of its next fill
      Given the tier that getSubAccount shows of "trader" is called "tier"
      When "trader" sends getFeeRate
      Then the response is ok with:
        | volume14d                  | <decimal>         |
        | currentTier.tierId         | {tier}            |
        | currentTier.tierLevel      | {tier level}      |
        | currentTier.tierName       | {tier name}       |
        | currentTier.tierType       | {tier type}       |
        | currentTier.minTradeVolume | {tier volume}     |
        | currentTier.makerFeeRate   | {tier maker rate} |
        | currentTier.takerFeeRate   | {tier taker rate} |
        | makerFeeRate               | {tier maker rate} |
        | takerFeeRate               | {tier taker rate} |
        | referralDiscountApplied    | false             |
        | referralDiscount           | 0                 |

    @clause:FEERATE-TIERS-TIERID @clause:FEERATE-TIERS-TIERLEVEL @clause:FEERATE-TIERS-TIERNAME @clause:FEERATE-TIERS-MINTRADEVOLUME
    @clause:FEERATE-TIERS-MAKERFEERATE @clause:FEERATE-TIERS-TAKERFEERATE @clause:FEERATE-TIERS-NO-TIERTYPE
    Scenario: getFeeRate lists the published volume tiers, without their type
      When "trader" sends getFeeRate
      Then the response lists the volume tiers that getTiers publishes, from the lowest up

    @clause:SUBACCT-FIELD-FEERATES @clause:SUBACCT-FEERATES-MAKERFEERATE @clause:SUBACCT-FEERATES-TAKERFEERATE
    @clause:SUBACCT-FEERATES-TIERNAME @clause:SUBACCT-FIELD-ACCOUNTLIMITS @clause:SUBACCT-TIER-ID
    Scenario: getSubAccount shows the same tier and rates as getFeeRate, and the limits
      Given the tier that getFeeRate shows of "trader" is called "tier"
      When "trader" sends getSubAccount
      Then the response is ok with:
        | feeRates.makerFeeRate            | {tier maker rate}                |
        | feeRates.takerFeeRate            | {tier taker rate}                |
        | feeRates.tierName                | {tier name}                      |
        | accountLimits.maxBorrowCapacity  | {tier maxBorrowCapacity}         |
        | accountLimits.maxOrdersPerMarket | number {tier maxOrdersPerMarket} |
        | accountLimits.maxSubAccounts     | number {tier maxSubAccounts}     |
        | accountLimits.maxTotalOrders     | number {tier maxTotalOrders}     |
        | tier_id                          | {tier}                           |
        | tier_name                        | {tier name}                      |

  Rule: a delegate can list its delegations

    @clause:GETDELEGATIONSFORDELEGATE @clause:DELACCOUNT-FIELD-SUBACCOUNTID @clause:DELACCOUNT-FIELD-OWNERADDRESS
    @clause:DELACCOUNT-FIELD-ACCOUNTNAME @clause:DELACCOUNT-FIELD-ACCOUNTVALUE @clause:DELACCOUNT-FIELD-ADJUSTEDACCOUNTVALUE
    @clause:DELACCOUNT-FIELD-PERMISSIONS @clause:DELACCOUNT-FIELD-EXPIRESAT @clause:AUTH-NONONCE-GETDELEGATIONSFORDELEGATE
    Scenario: getDelegationsForDelegate shows owner, values, permission and expiry of a delegation
      Given "bob" is a full delegate of "trader" until "{now + 1 h}"
      When "bob" sends getDelegationsForDelegate
      Then "delegatedAccounts" of the response lists:
        | subAccountId | ownerAddress     | accountName | accountValue | adjustedAccountValue | permissions  | expiresAt          |
        | {trader id}  | {trader address} | <any>       | <decimal>    | <decimal>            | ["delegate"] | number {now + 1 h} |
      And "delegatedAccounts[0]" of the response has exactly the keys "subAccountId, ownerAddress, accountName, accountValue, adjustedAccountValue, permissions, expiresAt"

    @clause:ADDDELEGATEDSIGNER-EXPIRESAT-ZERO @clause:DELSIGNER-EXPIRESAT-NULL
    Scenario Outline: a delegation with expiresAt <expiresAt> is shown without an end and is valid
      Given "trader" has sent addDelegatedSigner:
        | walletAddress | {bob address} |
        | permissions   | ["session"]   |
        | expiresAt     | <expiresAt>   |
      When "trader" sends getDelegatedSigners
      Then "delegatedSigners" of the response lists:
        | walletAddress | expiresAt |
        | {bob address} | null      |
      When "bob" sends getOpenOrders for "trader"
      Then the response lists nothing

      Examples:
        | expiresAt |
        | number 0  |
        | <absent>  |
