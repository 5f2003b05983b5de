@channels @liquidation @assumed
Feature: the streams report the liquidation of a short position
  # The account has 9,952.50 after the fee for one bitcoin sold at 95,000; the world's own figures apply.
  Background:
    Given the world "bare"
    And "owner" also owns the subaccount "account"
    And "account" receives "10000" USDT

  Rule: a short below maintenance margin is bought back from the book

    # 352.50 are left of a requirement of 523.
    @clause:WS-EMISSION @R-60
    Scenario: subAccountUpdates sends a trade and a liquidation for each fill of the buy-back
      Given "account" is short "1" BTC-USDT at "95000" against "other"
      And "other" has placed:
        | symbol   | side | price  | quantity |
        | BTC-USDT | sell | 104600 | 0.001    |
      And "account" follows subAccountUpdates
      When the index of "BTC-USDT" moves to "104600"
      Then the stream of "account" sends in order:
        | eventType    | side | direction   | price  | quantity | reason     |
        | trade        | buy  | close short | 104600 | 0.001    |            |
        | liquidation  | buy  |             | 104600 | 0.001    | MMR_BREACH |
        | marginUpdate |      |             |        |          |            |
      And nothing else arrived

  Rule: the vault takes over an account below half of its maintenance margin

    # 152.50 are left of a requirement of 524.
    @clause:WS-EMISSION @R-60
    Scenario: subAccountUpdates sends the takeover of a short to the owner
      Given "account" is short "1" BTC-USDT at "95000" against "other"
      And "account" follows subAccountUpdates
      When the index of "BTC-USDT" moves to "104800"
      Then the stream of "account" sends in order:
        | eventType          | side | direction   | reason     | collaterals                            | positions                                                            |
        | trade              | buy  | close short |            |                                        |                                                                      |
        | liquidation        | buy  |             | RMR_BREACH |                                        |                                                                      |
        | subAccountTakeover |      |             |            | [{"symbol":"USDT","quantity":"152.5"}] | [{"symbol":"BTC-USDT","side":"buy","quantity":"1","price":"104800"}] |
        | marginUpdate       |      |             |            |                                        | []                                                                   |
      And nothing else arrived

    @clause:WS-EMISSION @R-60 @ws-only
    Scenario: liquidations sends the takeover of a short to all subscribers
      Given "account" is short "1" BTC-USDT at "95000" against "other"
      And "reader" follows liquidations of "BTC-USDT"
      When the index of "BTC-USDT" moves to "104800"
      Then the stream of "reader" sends in order:
        | stage | side | size | liquidationPrice |
        | vault | buy  | 1    | 104800           |
      And nothing else arrived

  Rule: collateral is sold when it cannot back the debt

    # 11,000 less 47.50, 34,000 and 30.50 are -23,078; ten ether at 2,429.26 lend 95 % of 24,292.60, which is less.
    # The fewest that leave a debt of 90 % of the rest: (23,078 - 0.9 x 24,292.60) / 242.926 = 5.0001235 ether.
    @clause:WS-EMISSION @clause:SUBACCT-MARGIN-DEBT @R-60
    Scenario: subAccountUpdates sends the forced exchange of collateral to the owner
      Given "account" receives "10" WETH
      And "account" receives "1000" USDT
      And "account" is long "1" BTC-USDT at "95000" against "other"
      And the index of "BTC-USDT" is "61000"
      And "account" is short "1" BTC-USDT at "61000" against "other"
      And "account" follows subAccountUpdates
      When the index of "ETH-USDT" moves to "2429.26"
      Then the stream of "account" sends in order:
        | eventType          | type | fromCollateral | toCollateral | fromQuantity | toQuantity     | fee |
        | collateralExchange | auto | WETH           | USDT         | 5.0001235    | 12146.600013   | 0   |
        | marginUpdate       |      |                |              |              |                |     |
      And nothing else arrived
