@ws @ws-only @info @liquidations @assumed
Feature: the liquidations channel sends each liquidation without naming the account
  # The account has 9,952.50 after the fee for one bitcoin at 95,000; docs/risk.md works out what becomes of it.
  Background:
    Given the world "bare"
    And "owner" also owns the subaccount "account"
    And "account" receives "10000" USDT

  Rule: each fill of a liquidation is one frame

    @clause:WS-EMISSION @R-60
    Scenario: liquidations sends a frame when a slice is sold to the book
      Given "account" is long "1" BTC-USDT at "95000" against "other"
      And "other" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | BTC-USDT | buy  | 85600 | 1        |
      And "reader" follows liquidations of "BTC-USDT"
      When the index of "BTC-USDT" moves to "85474"
      Then the stream of "reader" sends:
        | frame.method     | liquidation  |
        | frame.channel    | liquidation  |
        | frame.meseq | <integer> or absent |
        | eventId          | <id>         |
        | symbol           | BTC-USDT     |
        | market           | BTC-USDT     |
        | side             | sell         |
        | size             | 0.00694      |
        | liquidationPrice | 85600        |
        | stage            | partial      |
        | timestamp        | number {now} |
        | tsMs             | number {now} |
      And nothing else arrived

    @clause:WS-EMISSION @R-60
    Scenario: liquidations sends a frame with stage vault when the vault takes the position over
      Given "account" is long "1" BTC-USDT at "95000" against "other"
      And "reader" follows liquidations of "BTC-USDT"
      When the index of "BTC-USDT" moves to "85200"
      Then the stream of "reader" sends in order:
        | stage | side | size | liquidationPrice |
        | vault | sell | 1    | 85200            |
      And nothing else arrived

    @clause:WS-EMISSION @R-61
    Scenario: liquidations sends a frame with stage adl when winning positions are deleveraged
      Given the world "bare" with:
        | risk.vaultFunds | 0 |
      And "owner" also owns the subaccount "account"
      And "account" receives "10000" USDT
      And "account" is long "1" BTC-USDT at "95000" against "other"
      And "reader" follows liquidations of "BTC-USDT"
      When the index of "BTC-USDT" moves to "85000"
      Then the stream of "reader" sends in order:
        | stage | side | size | liquidationPrice |
        | adl   | sell | 1    | 85048            |
      And nothing else arrived

  Rule: only liquidations that trade on the book appear as public trades

    @clause:WS-SUB-TRADES @R-60
    Scenario Outline: at an index of <index> the trades channel sends <trades> frames of the liquidation
      Given "account" is long "1" BTC-USDT at "95000" against "other"
      And "other" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | BTC-USDT | buy  | <bid> | 1        |
      And "reader" follows trades of "BTC-USDT"
      When the index of "BTC-USDT" moves to "<index>"
      And "other" sends getOpenOrders
      Then the response is ok with:
        | . | <1 item> |
      And "reader" receives <trades> frames
      And nothing else arrived

      Examples:
        | index | bid   | trades |
        | 85474 | 85600 | 1      |
        | 85200 | 84000 | 0      |

  Rule: a subscription to liquidations covers one market

    @clause:WS-SUB-FORMAT
    Scenario: a liquidation in another market sends no frame
      Given "account" is long "1" BTC-USDT at "95000" against "other"
      And "reader" follows liquidations of "ETH-USDT"
      When the index of "BTC-USDT" moves to "85200"
      Then nothing else arrived

    @clause:WS-SUB-FORMAT @negative
    Scenario Outline: subscribe to liquidations with symbol <symbol> is refused
      When "reader" subscribes to liquidations:
        | symbol | <symbol> |
      Then "reader" receives:
        | status        | number 400     |
        | error.code    | INVALID_FORMAT |
        | error.message | <message>      |

      Examples:
        | symbol   | message             |
        | ALL      | market name invalid |
        | DOGE-EUR | market name invalid |
        | <absent> | market name empty   |
        | <empty>  | market name empty   |
