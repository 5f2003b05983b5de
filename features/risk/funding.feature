@risk @funding @assumed
Feature: funding moves USDT between longs and shorts every full hour
  # F8 = P + clamp(0.0001 - P, -0.0005, 0.0005), within the market's cap and floor; an eighth of it is the rate of the hour.
  # A position pays its signed size times the index times the rate.
  Background:
    Given the world "quiet"
    And "trader" is long "0.1" BTC-USDT at "95000" against "other"

  Rule: a payment leaves one balance and enters the other

    # P is 0: 0.0001 / 8 = 0.0000125, times 0.1 x 95000.
    @transition:position/open/fund
    @clause:POSITION-FIELD-NETFUNDING
    Scenario: a long pays the interest rate to the short when mark and index are equal
      When 1 hours pass
      Then these facts changed, and no others:
        | fact        | from      | to           |
        | trader USDT | 999995.25 | 999995.13125 |
        | other USDT  | 999998.1  | 999998.21875 |
      When "trader" sends getPositions
      Then the response lists:
        | symbol   | netFunding | realizedPnl | entryPrice |
        | BTC-USDT | -0.11875   | 0           | 95000.00   |
      When "other" sends getPositions
      Then the response lists:
        | symbol   | netFunding |
        | BTC-USDT | 0.11875    |

    # P is -1000 / 96000 = -0.01041667: (-0.01041667 + 0.0005) / 8 = -0.00123958, times 0.1 x 96000.
    @clause:GETFUNDINGPAYMENTS @figures
    Scenario: shorts pay longs when the mark is below the index
      Given the index of "BTC-USDT" is "96000"
      And 1 hours pass
      When 1 hours pass
      And "trader" sends getFundingPayments:
        | limit | number 1 |
      Then "fundingHistory" of the response lists:
        | positionSize | fundingRate | payment   |
        | 0.1          | -0.00123958 | 11.899968 |

    # The premium may press or lift the mark by 5 %, and the rate stops at 2 % per eight hours: 0.02 / 8 = 0.0025.
    @clause:GETFUNDINGPAYMENTS
    Scenario Outline: the funding rate stops at the <bound> of the market
      Given the index of "BTC-USDT" is "<index>"
      When 1 hours pass
      And "trader" sends getFundingPayments
      Then "fundingHistory" of the response lists:
        | fundingRate | payment   |
        | <rate>      | <payment> |

      Examples:
        | bound | index  | rate    | payment |
        | cap   | 90000  | 0.0025  | -22.5   |
        | floor | 100000 | -0.0025 | 25      |

  Rule: a position pays once for each full hour while it is open

    @clause:POSITION-FIELD-NETFUNDING
    Scenario: a step of three hours settles three funding payments
      When 3 hours pass
      And "trader" sends getPositions
      Then the response lists:
        | netFunding |
        | -0.35625   |

    @clause:POSITION-FIELD-NETFUNDING
    Scenario: a position opened on the hour does not pay for that hour
      Given 1 hours pass
      And "late" is long "0.1" BTC-USDT at "95000" against "other"
      And 1 ms pass
      When "late" sends getPositions
      Then the response lists:
        | netFunding |
        | 0          |

    @transition:position/close/fund
    @clause:POSHIST-FIELD-NETFUNDING
    Scenario: a position closed 1 ms before the hour does not pay for that hour and keeps its earlier funding
      Given 1 hours pass
      And 3599999 ms pass
      And "other" is long "0.1" BTC-USDT at "95000" against "trader"
      And 1 ms pass
      When "trader" sends getPositionHistory
      Then "positions" of the response lists:
        | symbol   | netFunding | realizedPnl |
        | BTC-USDT | -0.11875   | 0           |

    @clause:GETBALANCEUPDATES-NO-FUNDING
    Scenario: funding is not listed as a deposit, a withdrawal or a transfer
      Given "trader" receives "7" USDT
      And 1 hours pass
      When "trader" sends getBalanceUpdates:
        | startTime | number {now - 3599999 ms} |
      Then the response is ok with:
        | balanceUpdates | [] |
