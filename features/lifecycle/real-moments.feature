@trade @info
Feature: what a deployment does in its own time is waited for
  Background:
    Given the world "quiet"

  Rule: a withdrawal ends when the deployment has paid it

    @clause:STATE-BALUPD-PENDING @clause:STATE-BALUPD-SUCCESS @clause:BALUPD-AMOUNT-NEGATIVE-WITHDRAWAL @assumed
    Scenario: a small withdrawal to the owner is pending first and paid in the end
      Given "trader" is a trader
      And "trader" has withdrawn "8" USDT as "payment"
      When "trader" sends getBalanceUpdates:
        | actionFilter | WITHDRAWAL |
      Then the response is ok with:
        | balanceUpdates[0].status | pending |
        | balanceUpdates[0].amount | -8      |
      When the withdrawal of "trader" ends
      And "trader" sends getBalanceUpdates:
        | actionFilter | WITHDRAWAL |
      Then the response is ok with:
        | balanceUpdates[0].status | success |
        | balanceUpdates[0].amount | -8      |

  Rule: a day begins at midnight UTC

    @clause:GETCANDLES
    Scenario: a trade after midnight is in the candle of the new day
      Given the next day begins
      And "trader" is long "{size}" of "{market}" against "other"
      When anyone asks getCandles:
        | symbol   | {market} |
        | interval | 1d       |
      Then the response is ok with:
        | candles[0].openTime   | number {day}       |
        | candles[0].closeTime  | number {day + 1 d} |
        | candles[0].tradeCount | <integer>          |
