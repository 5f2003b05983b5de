@trade @getFundingPayments
Feature: the records of an account show its funding and its liquidation on any deployment
  Background:
    Given the world "quiet"

  Rule: funding is no movement of collateral between accounts

    @clause:GETBALANCEUPDATES-NO-FUNDING
    Scenario: getBalanceUpdates of six days lists none of the funding payments of these days
      Given "trader" has paid or received funding
      When "trader" sends getBalanceUpdates:
        | startTime | number {now - 6 d} |
      Then no item of "balanceUpdates" of the response is a funding payment of "trader"

    @clause:GETBALANCEUPDATES-NO-FUNDING @assumed
    Scenario: getTransfers of six days lists none of the funding payments of these days
      Given "trader" has paid or received funding
      When "trader" sends getTransfers:
        | startTime | number {now - 6 d} |
      Then no item of "transfers" of the response is a funding payment of "trader"

  Rule: a position sums up the funding that it paid and received

    @clause:POSITION-FIELD-NETFUNDING @clause:GETFUNDINGPAYMENTS
    Scenario: netFunding of a position over one hour equals its one funding payment with its sign
      Given "trader" is long "0.1" BTC-USDT at "95000" against "other"
      And the next funding is settled
      When "trader" sends getFundingPayments
      Then "fundingHistory[0].payment" of the response is called "paid"
      When "trader" sends getPositions
      Then the response lists:
        | symbol   | side | netFunding |
        | BTC-USDT | long | {paid}     |

  Rule: the trade that closes a liquidated position is marked

    @clause:TRADE-FIELD-TRIGGEREDBYLIQUIDATION @clause:POSHIST-FIELD-TRADEID @clause:POSHIST-FIELD-CLOSEREASON @assumed
    Scenario: the trade that closed a liquidated position has triggeredByLiquidation true
      Given "member" is a wallet that was liquidated by the trade "closing" at the time "end"
      When "member" sends getTrades:
        | startTime | number {end - 1 s} |
        | endTime   | number {end + 1 s} |
      Then the item of "trades" of the response whose tradeId is "{closing}" is:
        | triggeredByLiquidation | true |
