@trade @getWithdrawableAmounts
Feature: getWithdrawableAmounts shows what can be withdrawn now
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: there is one row for every requested symbol, in that order

    @clause:GETWITHDRAWABLEAMOUNTS @clause:GETWITHDRAWABLEAMOUNTS-RESP-TOTAL @clause:AUTH-NONONCE-GETWITHDRAWABLEAMOUNTS @assumed
    @needs:fresh-account
    Scenario: getWithdrawableAmounts shows the whole balance of an account without positions
      When "trader" sends getWithdrawableAmounts:
        | symbols | ["WETH","USDT","QQQQ","BTC"] |
      Then "items" of the response lists:
        | symbol | withdrawableAmount | quantity | pendingWithdraw | withdrawFee |
        | WETH   | 20                 | 20       | 0               | 0.0017      |
        | USDT   | 1000000            | 1000000  | 0               | 5           |
        | QQQQ   | 0                  | 0        | 0               | 0           |
        | BTC    | 1                  | 1        | 0               | 0.00005     |
      And the response is ok with:
        | totalWithdrawableUsdt | 1152950.00 |

    @clause:GETWITHDRAWABLEAMOUNTS @assumed
    Scenario: getWithdrawableAmounts leaves out a pending withdrawal
      Given "trader" has withdrawn "0.25" BTC as "payment"
      When "trader" sends getWithdrawableAmounts:
        | symbols | ["BTC"] |
      Then "items" of the response lists:
        | symbol | withdrawableAmount | quantity | pendingWithdraw |
        | BTC    | 0.75               | 0.75     | 0.25            |

  Rule: margin and unrealized gains cannot be withdrawn, for each asset on its own

    # 10,000 USDT and 2 ether (6,270) less 47.505 fee, 10 under the entry, 9,500 reserved: 6,712.495 is free.
    @clause:GETWITHDRAWABLEAMOUNTS @clause:GETWITHDRAWABLEAMOUNTS-RESP-TOTAL @assumed
    Scenario: getWithdrawableAmounts subtracts the margin of a position from each asset
      Given "trader" also owns the subaccount "hedge"
      And "hedge" receives "10000" USDT
      And "hedge" receives "2" WETH
      And "hedge" buys "1" BTC-USDT at "95010"
      When "hedge" sends getWithdrawableAmounts:
        | symbols | ["USDT","WETH"] |
      Then "items" of the response lists:
        | symbol | withdrawableAmount | quantity |
        | USDT   | 6712.495           | 9952.495 |
        | WETH   | 2                  | 2        |
      And the response is ok with:
        | totalWithdrawableUsdt | 6712.49 |

    # 10,000 less 47.505 fee; at 96,000 the gain of 990 does not count, and 9,600 are reserved.
    @clause:GETWITHDRAWABLEAMOUNTS @assumed
    Scenario: getWithdrawableAmounts leaves out an unrealized gain
      Given "trader" also owns the subaccount "hedge"
      And "hedge" receives "10000" USDT
      And "hedge" buys "1" BTC-USDT at "95010"
      And the index of "BTC-USDT" is "96000"
      When "hedge" sends getWithdrawableAmounts:
        | symbols | ["USDT"] |
      Then "items" of the response lists:
        | symbol | withdrawableAmount |
        | USDT   | 352.495            |

    # 9,405 less 23.7525 fee, 5 under the entry, 4,750 reserved: 4,626.2475 / 3,135 = 1.475677033...
    @clause:GETWITHDRAWABLEAMOUNTS @assumed
    Scenario: a withdrawal of the shown amount succeeds and one unit more is refused
      Given "trader" also owns the subaccount "hedge"
      And "hedge" receives "3" WETH
      And "hedge" buys "0.5" BTC-USDT at "95010"
      When "hedge" sends getWithdrawableAmounts:
        | symbols | ["WETH"] |
      Then the response is ok with:
        | items[0].withdrawableAmount | 1.47567703 |
      When "hedge" sends withdrawCollateral:
        | symbol      | WETH             |
        | amount      | 1.47567704       |
        | destination | {trader address} |
      Then the response is refused with 400 VALIDATION_ERROR "Insufficient withdrawable balance"
      When "hedge" sends withdrawCollateral:
        | symbol      | WETH             |
        | amount      | 1.47567703       |
        | destination | {trader address} |
      Then the response is ok

  Rule: a request has one to a hundred symbols

    @clause:GETWITHDRAWABLEAMOUNTS-SYMBOLS-1-100
    Scenario Outline: getWithdrawableAmounts accepts <count> symbols
      When "trader" sends getWithdrawableAmounts:
        | symbols | <symbols> |
      Then the response is ok with:
        | items | <rows> |

      Examples:
        | count | symbols | rows |
        | one   | ["BTC"] | <1 item> |
        | 100   | ["BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC"] | <100 items> |

    @clause:GETWITHDRAWABLEAMOUNTS-SYMBOLS-1-100 @negative @assumed
    Scenario Outline: getWithdrawableAmounts refuses <count> symbols
      When "trader" sends getWithdrawableAmounts:
        | symbols | <symbols> |
      Then the response is refused with 400 <code> "<message>"
      And nothing changed

      Examples:
        | count  | symbols  | code             | message                         |
        | no     | []       | VALIDATION_ERROR | At least one symbol is required |
        | absent | <absent> | VALIDATION_ERROR | At least one symbol is required |
        | bare   | BTC      | INVALID_FORMAT   | Invalid request body            |
        | 101    | ["BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC","BTC"] | VALIDATION_ERROR | symbols cannot exceed 100 |
