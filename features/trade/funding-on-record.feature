@trade @getFundingPayments
Feature: the records of an account show its funding and its liquidation on any deployment
  Background:
    Given the world "quiet"

  Rule: funding is no movement of collateral between accounts

    @clause:GETBALANCEUPDATES-NO-FUNDING
    Scenario: getBalanceUpdates of six days lists none of the funding payments of these days
      Given "trader" is a wallet with a funding payment
      When "trader" sends getFundingPayments:
        | startTime | number {now - 6 d} |
      Then "fundingHistory[0].payment" of the response is called "payment"
      When "trader" sends getBalanceUpdates:
        | startTime | number {now - 6 d} |
      Then the response is ok with:
        | balanceUpdates                   | <any>    |
        | balanceUpdates[amount={payment}] | <absent> |

    @clause:GETBALANCEUPDATES-NO-FUNDING @assumed
    Scenario: getTransfers of six days lists none of the funding payments of these days
      Given "trader" is a wallet with a funding payment
      When "trader" sends getFundingPayments:
        | startTime | number {now - 6 d} |
      Then "fundingHistory[0].payment" of the response is called "payment"
      When "trader" sends getTransfers:
        | startTime | number {now - 6 d} |
      Then the response is ok with:
        | transfers                   | <any>    |
        | transfers[amount={payment}] | <absent> |

  Rule: a position sums up the funding that it paid and received

    @clause:POSITION-FIELD-NETFUNDING @clause:GETFUNDINGPAYMENTS
    Scenario: netFunding of a position over one hour equals its one funding payment with its sign
      Given "trader" is long "{size}" of "{market}" against "other"
      And the next funding is settled
      When "trader" sends getFundingPayments
      Then "fundingHistory[0].payment" of the response is called "paid"
      When "trader" sends getPositions
      Then the response lists:
        | symbol   | side | netFunding |
        | {market} | long | {paid}     |

  Rule: the trade that closes a liquidated position is marked

    @clause:TRADE-FIELD-TRIGGEREDBYLIQUIDATION @clause:POSHIST-FIELD-TRADEID @clause:POSHIST-FIELD-CLOSEREASON @assumed
    Scenario: the trade that closed a liquidated position has triggeredByLiquidation true
      Given "member" is a wallet with a liquidation
      When "member" sends getPositionHistory:
        | startTime | number {now - 6 d} |
      Then "positions[closeReason=liquidation].tradeId" of the response is called "closing"
      And "positions[closeReason=liquidation].closedAt" of the response is called "end"
      When "member" sends getTrades:
        | startTime | number {end - 1 s} |
        | endTime   | number {end + 1 s} |
      Then the response is ok with:
        | trades[tradeId={closing}].triggeredByLiquidation | true |
