@trade @getPortfolio
Feature: getPortfolio shows balances by asset
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: the list has one element, for the time of the request

    @clause:GETPORTFOLIO @clause:AUTH-NONONCE-GETPORTFOLIO @assumed @needs:fresh-account
    Scenario: getPortfolio shows the starting balances of a wallet as free
      When "trader" sends getPortfolio
      Then the response is ok with:
        | .             | <1 item>     |
        | [0].timestamp | number {now} |
      And "[0].assets" of the response lists:
        | asset | free    | locked | total   | unrealizedPnL | markPrice | value      |
        | USDT  | 1000000 | 0      | 1000000 | 0             | 1         | 1000000.00 |
        | WETH  | 20      | 0      | 20      | 0             | 3300      | 66000.00   |
        | BTC   | 1       | 0      | 1       | 0             | 95000     | 95000.00   |
      And "[0].assets[0]" of the response has exactly the keys "asset, free, locked, total, unrealizedPnL, markPrice, value"

    @clause:GETPORTFOLIO @assumed
    Scenario: getPortfolio ignores range and granularity
      When "trader" sends getPortfolio:
        | user          | {trader address}   |
        | timestampFrom | number {now - 9 d} |
        | timestampTo   | number {now}       |
        | granularity   | 1h                 |
      Then the response is ok with:
        | .             | <1 item>     |
        | [0].timestamp | number {now} |

    @clause:GETPORTFOLIO @assumed
    Scenario: getPortfolio shows unrealized PnL with the settlement asset
      Given "trader" is long "1" BTC-USDT at "95000" against "maker"
      And the index of "BTC-USDT" is "96000"
      When "trader" sends getPortfolio
      Then the response is ok with:
        | [0].assets[0].asset         | USDT     |
        | [0].assets[0].total         | 999952.5 |
        | [0].assets[0].unrealizedPnL | 1000     |
        | [0].assets[2].asset         | BTC      |
        | [0].assets[2].unrealizedPnL | 0        |
        | [0].assets[2].markPrice     | 96000    |

    @clause:GETPORTFOLIO @assumed @R-120 @needs:fresh-account
    Scenario: locked of USDT is the margin in use, also where other collateral could carry it
      Given "trader" is long "1" BTC-USDT at "95000" against "maker"
      When "trader" sends getPortfolio
      Then "[0].assets" of the response lists:
        | asset | free     | locked | total    |
        | USDT  | 990452.5 | 9500   | 999952.5 |
        | WETH  | 20       | 0      | 20       |
        | BTC   | 1        | 0      | 1        |

    # 0.00231 BTC at 95003 is 219.45693: the maker pays a fiftieth of a percent, 0.043891386, and USDT has six decimals.
    @clause:GETPORTFOLIO @assumed @R-120 @needs:fresh-account
    Scenario: amounts of USDT have six decimals, rounded down, wherever they are shown
      Given "trader" is long "0.00231" BTC-USDT at "95003" against "maker"
      When "maker" sends getPortfolio
      Then the response is ok with:
        | [0].assets[0].total  | 999999.956108 |
        | [0].assets[0].locked | 21.945        |
        | [0].assets[0].free   | 999978.011108 |
      When "maker" sends getSubAccount
      Then the response is ok with:
        | collaterals[0].quantity     | 999999.956108 |
        | collaterals[0].withdrawable | <decimal>     |
      When "maker" sends getWithdrawableAmounts:
        | symbols | ["USDT"] |
      Then the response is ok with:
        | items[0].quantity | 999999.956108 |

    @clause:GETPORTFOLIO @assumed
    Scenario: getPortfolio shows a pending withdrawal as locked
      Given "trader" has sent withdrawCollateral:
        | symbol      | USDT             |
        | amount      | 100              |
        | destination | {trader address} |
      When "trader" sends getPortfolio
      Then the response is ok with:
        | [0].assets[0].free   | 999900  |
        | [0].assets[0].locked | 100     |
        | [0].assets[0].total  | 1000000 |

    @clause:ROLE-SESSION-GETPORTFOLIO
    Scenario: getPortfolio responds to a session delegate
      Given "bob" is a session delegate of "trader"
      And "trader" receives "5" USDT
      When "bob" sends getPortfolio for "trader"
      Then the response is ok with:
        | [0].assets[0].total | 1000005 |

    @clause:ROLE-STRANGER-READ @negative
    Scenario: getPortfolio refuses a stranger
      When "stranger" sends getPortfolio for "trader"
      Then the response is refused with 401 UNAUTHORIZED "wallet {stranger wallet} is not authorized to act on this subaccount"
      And nothing changed
