@channels @subAccountUpdates @liquidation
Feature: subAccountUpdates tells what becomes of an account that cannot carry its positions
  # The account has 9,952.50 after the fee for one bitcoin at 95,000; the world's own figures apply.
  Background:
    Given the world "bare"
    And "owner" also owns the subaccount "session"
    And "session" receives "10000" USDT

  # 302.50 are left of a requirement of 426.75.
  Rule: below maintenance it is sold to the book

    @clause:WS-EMISSION @assumed @R-60
    Scenario: orders are pulled, then each execution and what it was
      Given "session" is long "1" BTC-USDT at "95000" against "other"
      And "session" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | ETH-USDT | buy  | 3200  | 0.1      |
      And "other" has placed:
        | symbol   | side | price | quantity |
        | BTC-USDT | buy  | 85350 | 0.001    |
        | BTC-USDT | buy  | 85340 | 0.001    |
      And "session" follows subAccountUpdates
      When the index of "BTC-USDT" moves to "85350"
      Then the stream of "session" says in order:
        | eventType      | orderId | cancelReason | price | quantity | triggeredByLiquidation | reason      | leverage  |
        | orderCancelled | {bid}   | MMR_BREACH   | 3200.0 | 0.1     |                        |             |           |
        | trade          |         |              | 85350 | 0.001    | true                   |             |           |
        | liquidation    |         |              | 85350 | 0.001    |                        | MMR_BREACH  | number 10 |
        | trade          |         |              | 85340 | 0.001    | true                   |             |           |
        | liquidation    |         |              | 85340 | 0.001    |                        | MMR_BREACH  | number 10 |
        | marginUpdate   |         |              |       |          |                        |             |           |
      And nothing else arrived

  Rule: below half of it the vault takes everything

    # 152.50 are left of a requirement of 426.
    @clause:WS-EMISSION @assumed @R-60
    Scenario: a takeover
      Given "session" is long "1" BTC-USDT at "95000" against "other"
      And "session" follows subAccountUpdates
      When the index of "BTC-USDT" moves to "85200"
      Then the stream of "session" says in order:
        | eventType          | direction  | price | reason     | collaterals                              | positions                                                                    |
        | trade              | close long | 85200 |            |                                          |                                                                              |
        | liquidation        |            | 85200 | RMR_BREACH |                                          |                                                                              |
        | subAccountTakeover |            |       |            | [{"symbol":"USDT","quantity":"152.5"}]   | [{"symbol":"BTC-USDT","side":"sell","quantity":"1","price":"85200"}]         |
        | marginUpdate       |            |       |            |                                          | []                                                                           |
      And nothing else arrived

  Rule: whoever is on the other side of it hears of trades alone

    @clause:WS-EMISSION @assumed @R-60
    Scenario: a bystander who meets a liquidation
      Given "session" is long "1" BTC-USDT at "95000" against "other"
      And "other" has placed:
        | symbol   | side | price | quantity |
        | BTC-USDT | buy  | 85350 | 0.001    |
      And "other" follows subAccountUpdates
      When the index of "BTC-USDT" moves to "85350"
      Then the stream of "other" says in order:
        | eventType    | direction   | triggeredByLiquidation | filledQuantity |
        | trade        | close short | false                  |                |
        | orderFilled  |             |                        | 0.001          |
        | marginUpdate |             |                        |                |
      And nothing else arrived
