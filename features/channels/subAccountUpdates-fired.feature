@channels @subAccountUpdates
Feature: subAccountUpdates sends a fired order under the order type it was placed with
  Background:
    Given the world "bare"
    And "trader" follows subAccountUpdates
    And "other" has placed:
      | symbol   | side | price | quantity |
      | BTC-USDT | buy  | 93500 | 0.1      |

  Rule: a fired order trades under the order type it was placed with

    @clause:WS-EMISSION @assumed
    Scenario Outline: a <kind> that fires at <trigger> keeps its order type in every event
      Given "trader" is long "0.1" BTC-USDT at "95000" against "maker"
      And "trader" has placed:
        | symbol   | side | orderType   | price   | triggerPrice | isTriggerMarket | quantity |
        | BTC-USDT | sell | <orderType> | <limit> | <trigger>    | <market>        | 0.1      |
      When the mark of "BTC-USDT" moves to "<trigger>"
      Then the stream of "trader" sends in order:
        | eventType    | orderType | direction  | price   | position |
        | orderPlaced  | limit     |            | 95000   |          |
        | trade        | limit     | open long  | 95000   | <any>    |
        | orderFilled  | limit     |            | 95000   |          |
        | marginUpdate |           |            |         |          |
        | orderPlaced  | <kind>    |            | <shown> |          |
        | trade        | <kind>    | close long | 93500   | null     |
        | orderFilled  | <kind>    |            | <shown> |          |
        | marginUpdate |           |            |         |          |
      And nothing else arrived

      Examples:
        | kind             | orderType | trigger | market | limit | shown   |
        | stopLimit        | triggerSl | 94000   | false  | 93000 | 93000   |
        | takeProfitMarket | triggerTp | 96000   | true   |       | <empty> |
        | takeProfitLimit  | triggerTp | 96000   | false  | 93000 | 93000   |

  Rule: an order that may open a position shows reduceOnly as signed

    @clause:WS-EMISSION @assumed @R-110
    Scenario: a stop that opens a position sends its trade without reduceOnly
      Given "trader" has placed:
        | symbol   | side | orderType | triggerPrice | isTriggerMarket | quantity |
        | BTC-USDT | sell | triggerSl | 94000        | true            | 0.1      |
      When the mark of "BTC-USDT" moves to "94000"
      Then the stream of "trader" sends in order:
        | eventType    | orderType  | direction  | reduceOnly | price   |
        | orderPlaced  | stopMarket |            | <absent>   | <empty> |
        | trade        | stopMarket | open short | false      | 93500   |
        | orderFilled  | stopMarket |            | <absent>   | <empty> |
        | marginUpdate |            |            |            |         |
      And nothing else arrived

    @clause:WS-EMISSION @assumed @R-110
    Scenario: a stop that the exchange does not take when it fires sends orderCancelled with the reason
      Given "trader" has placed:
        | symbol   | side | orderType | triggerPrice | isTriggerMarket | quantity |
        | BTC-USDT | buy  | triggerSl | 96000        | true            | 0.1      |
      When the mark of "BTC-USDT" moves to "96000"
      Then the stream of "trader" sends in order:
        | eventType      | orderType  | status    | cancelReason | filledQuantity | reduceOnly |
        | orderPlaced    | stopMarket | open      | <absent>     | 0              | <absent>   |
        | orderCancelled | stopMarket | cancelled | NO_LIQUIDITY | 0              | <absent>   |
        | marginUpdate   |            |           |              |                |            |
      And nothing else arrived

    # Ten percent of the value at the mark. The last price fires it, so no figure of the account moves beside its margin.
    @clause:WS-EMISSION @assumed @R-110
    Scenario: a take profit that fires and rests holds margin from then on, and the stream says so
      Given "trader" has placed:
        | symbol   | side | orderType | price | triggerPrice | triggerPriceType | quantity |
        | BTC-USDT | buy  | triggerTp | 93000 | 94000        | last             | 0.1      |
      When "third" sells "0.05" BTC-USDT at "93500"
      Then the stream of "trader" sends in order:
        | eventType    | orderType       | crossMarginSummary.initialMargin |
        | orderPlaced  | takeProfitLimit | <absent>                         |
        | marginUpdate |                 | 950.00                           |
      And nothing else arrived
