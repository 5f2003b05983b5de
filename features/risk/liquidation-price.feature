@risk @liquidation
Feature: the estimated liquidation price is the price at which liquidation starts
  # No account quotes, so the mark is the index. At the price that is shown the position stands, one tick beyond it is sold to
  # the orders there. At equality an account is healthy.
  Background:
    Given the world "bare"
    And "owner" also owns the subaccount "account"
    And "account" receives "10000" USDT

  Rule: a cross account is liquidated one tick beyond the estimated price

    # Long: (95,000 - 9,952.50) / 0.995 = 85,474.87; short: (95,000 + 9,952.50) / 1.005 = 104,430.35, where a bitcoin
    # is worth more than 100,000 and goes by fifths.
    @clause:POSITION-FIELD-LIQUIDATIONPRICE @assumed @R-60
    Scenario Outline: a cross <side> of 1 BTC is liquidated one tick beyond its liquidationPrice of <price>
      Given "account" is <side> "1" BTC-USDT at "95000" against "other"
      And "other" has the open orders:
        | name | symbol   | side   | price    | quantity |
        | next | BTC-USDT | <meet> | <beyond> | 1        |
      When the index of "BTC-USDT" moves to "<price>"
      And "account" sends getPositions
      Then the response lists:
        | quantity | liquidationPrice |
        | 1        | <price>          |
      When the index of "BTC-USDT" moves to "<beyond>"
      And "account" sends getPositions
      Then the response is ok with:
        | [0].quantity | <left> |

      Examples:
        | side  | meet | price  | beyond | left     |
        | long  | buy  | 85475  | 85474  | <absent> |
        | short | sell | 104430 | 104431 | 0.8      |

    # 9,936 USDT and 6,270 for two ether carry a bitcoin, and ten ether that need 165:
    # (95,000 - 16,206 + 165) / 0.995 = 79,355.78. Selling the bitcoin at the mark costs what it frees, so the ether stay short of 165.
    @clause:POSITION-FIELD-LIQUIDATIONPRICE @assumed @R-60
    Scenario: liquidationPrice includes another position and other collateral
      Given "account" receives "2" WETH
      And "account" is long "1" BTC-USDT at "95000" against "other"
      And "account" is short "10" ETH-USDT at "3300" against "other"
      And "other" has the open orders:
        | name | symbol   | side | price | quantity |
        | next | BTC-USDT | buy  | 79355 | 1        |
      When the index of "BTC-USDT" moves to "79356"
      And "account" sends getPositions:
        | symbol | BTC-USDT |
      Then the response lists:
        | quantity | liquidationPrice |
        | 1        | 79356            |
      When the index of "BTC-USDT" moves to "79355"
      And "account" sends getPositions
      Then the response lists:
        | symbol   | quantity |
        | ETH-USDT | 10       |

    # Six bitcoin are worth 570,000, a requirement of 1 % less 2,500.005; below 500,000 it is half a percent:
    # (570,000 - 79,715) / (6 x 0.995) = 82,124.79. The first slice is a fifth.
    @clause:POSITION-FIELD-LIQUIDATIONPRICE @assumed @R-60
    Scenario: liquidationPrice follows the margin tiers that the position passes through
      Given "account" receives "70000" USDT
      And "account" is long "6" BTC-USDT at "95000" against "other"
      And "other" has the open orders:
        | name | symbol   | side | price | quantity |
        | next | BTC-USDT | buy  | 82124 | 6        |
      When "account" sends getPositions
      Then the response lists:
        | quantity | liquidationPrice |
        | 6        | 82125            |
      When the index of "BTC-USDT" moves to "82125"
      And "account" sends getPositions
      Then the response is ok with:
        | [0].quantity | 6 |
      When the index of "BTC-USDT" moves to "82124"
      And "account" sends getPositions
      Then the response is ok with:
        | [0].quantity | 4.8 |

    @clause:POSITION-FIELD-LIQUIDATIONPRICE @assumed @R-60
    Scenario: liquidationPrice is 0 when collateral covers the long at any price
      Given "account" receives "90000" USDT
      And "account" is long "1" BTC-USDT at "95000" against "other"
      When "account" sends getPositions
      Then the response lists:
        | quantity | liquidationPrice |
        | 1        | 0                |

  Rule: an isolated market is liquidated one tick beyond the estimated price

    # 495.25 are left of 500. Long: (9,500 - 495.25) / (0.1 x 0.995) = 90,500 to the tick; short: 9,995.25 / (0.1 x 1.005) = 99,455.22.
    @clause:POSITION-FIELD-LIQUIDATIONPRICE @assumed @R-60
    Scenario Outline: an isolated <side> of 0.1 BTC is liquidated one tick beyond its liquidationPrice of <price>
      Given "other" has the open orders:
        | name | symbol   | side   | price    | quantity |
        | open | BTC-USDT | <meet> | 95000    | 0.1      |
      And "account" has sent placeIsolatedOrder:
        | order          | {"symbol":"BTC-USDT","side":"<order>","orderType":"limitIoc","price":"95000","quantity":"0.1"} |
        | leverage       | 20  |
        | isolatedMargin | 500 |
      And "other" has the open orders:
        | name | symbol   | side    | price    | quantity |
        | next | BTC-USDT | <other> | <beyond> | 0.1      |
      When the index of "BTC-USDT" moves to "<price>"
      And "account" sends getPositions
      Then the response lists:
        | quantity | liquidationPrice |
        | 0.1      | <price>          |
      When the index of "BTC-USDT" moves to "<beyond>"
      And "account" sends getPositions
      Then the response lists nothing

      Examples:
        | side  | order | meet | other | price | beyond |
        | long  | buy   | sell | buy   | 90500 | 90499  |
        | short | sell  | buy  | sell  | 99455 | 99456  |
