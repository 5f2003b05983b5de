@channels @subAccountUpdates @liquidation
Feature: subAccountUpdates sends the liquidation of an account to its owner
  # The account has 9,952.50 after the fee for one bitcoin at 95,000; the world's own figures apply.
  Background:
    Given the world "bare"
    And "owner" also owns the subaccount "session"
    And "session" receives "10000" USDT

  # 302.50 are left of a requirement of 426.75.
  Rule: an account below maintenance margin is sold to the book

    @clause:WS-EMISSION @assumed @R-60
    Scenario: a liquidation sends the cancels of open orders, then a trade and a liquidation for each fill
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
      Then the stream of "session" sends in order:
        | eventType      | orderId | cancelReason | price | quantity | triggeredByLiquidation | reason      | leverage  |
        | orderCancelled | {bid}   | MMR_BREACH   | 3200.0 | 0.1     |                        |             |           |
        | trade          |         |              | 85350 | 0.001    | true                   |             |           |
        | liquidation    |         |              | 85350 | 0.001    |                        | MMR_BREACH  | number 10 |
        | trade          |         |              | 85340 | 0.001    | true                   |             |           |
        | liquidation    |         |              | 85340 | 0.001    |                        | MMR_BREACH  | number 10 |
        | marginUpdate   |         |              |       |          |                        |             |           |
      And nothing else arrived

  Rule: the vault takes over an account below half of its maintenance margin

    # 152.50 are left of a requirement of 426.
    @clause:WS-EMISSION @assumed @R-60
    Scenario: a takeover sends trade, liquidation and subAccountTakeover
      Given "session" is long "1" BTC-USDT at "95000" against "other"
      And "session" follows subAccountUpdates
      When the index of "BTC-USDT" moves to "85200"
      Then the stream of "session" sends in order:
        | eventType          | direction  | price | reason     | collaterals                              | positions                                                                    |
        | trade              | close long | 85200 |            |                                          |                                                                              |
        | liquidation        |            | 85200 | RMR_BREACH |                                          |                                                                              |
        | subAccountTakeover |            |       |            | [{"symbol":"USDT","quantity":"152.5"}]   | [{"symbol":"BTC-USDT","side":"sell","quantity":"1","price":"85200"}]         |
        | marginUpdate       |            |       |            |                                          | []                                                                           |
      And nothing else arrived

  Rule: the counterparty of a liquidation receives only its own trades

    @clause:WS-EMISSION @assumed @R-60
    Scenario: the counterparty of a liquidation receives a trade that is not marked as a liquidation
      Given "session" is long "1" BTC-USDT at "95000" against "other"
      And "other" has placed:
        | symbol   | side | price | quantity |
        | BTC-USDT | buy  | 85350 | 0.001    |
      And "other" follows subAccountUpdates
      When the index of "BTC-USDT" moves to "85350"
      Then the stream of "other" sends in order:
        | eventType    | direction   | triggeredByLiquidation | filledQuantity |
        | trade        | close short | false                  |                |
        | orderFilled  |             |                        | 0.001          |
        | marginUpdate |             |                        |                |
      And nothing else arrived
