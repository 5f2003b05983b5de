@channels @subAccountUpdates
Feature: subAccountUpdates sends the order type and the options of an order
  Background:
    Given the world "quiet"
    And "trader" follows subAccountUpdates

  Rule: a conditional order shows its trigger

    @clause:WS-EMISSION @assumed
    Scenario Outline: orderPlaced of a <kind> order shows its trigger and options
      When "trader" places:
        | symbol   | side   | orderType   | price   | triggerPrice | triggerPriceType | isTriggerMarket | quantity | closePosition | reduceOnly |
        | BTC-USDT | <side> | <orderType> | <price> | 94000        | <watches>        | <market>        | <sent>   | <closes>      | <sends>    |
      Then the response is ok
      And the stream of "trader" sends in order:
        | eventType   | orderType | price   | triggerPrice | triggerPriceType | reduceOnly | closePosition | postOnly | quantity | remainingQuantity | status |
        | orderPlaced | <kind>    | <shown> | 94000        | <watches>        | <flag>     | <told>        | <absent> | <size>   | <size>            | open   |
      And nothing else arrived

      Examples:
        | kind             | side | orderType | price | watches | market | sent | closes | shown   | told     | size | sends | flag     |
        | stopMarket       | sell | triggerSl |       | mark    | true   |      | true   | <empty> | true     | 0    |       | true     |
        | stopLimit        | sell | triggerSl | 93900 | last    | false  | 0.1  |        | 93900   | <absent> | 0.1  | true  | true     |
        | takeProfitMarket | buy  | triggerTp |       | last    | true   | 0.1  |        | <empty> | <absent> | 0.1  |       | <absent> |
        | takeProfitLimit  | buy  | triggerTp | 94100 | mark    | false  | 0.1  |        | 94100   | <absent> | 0.1  | true  | true     |

  Rule: a post-only order is marked as post-only, and so are its fills

    @clause:WS-EMISSION @clause:TRADE-FIELD-POSTONLY @assumed
    Scenario: orderPlaced and trade of a post-only order carry postOnly
      Given "trader" has placed:
        | symbol   | side | orderType | price | quantity | postOnly |
        | BTC-USDT | sell | limitAlo  | 95000 | 0.1      | true     |
      When "taker" places:
        | symbol   | side | price | quantity |
        | BTC-USDT | buy  | 95000 | 0.1      |
      Then the response is ok
      And the stream of "trader" sends in order:
        | eventType    | postOnly | maker | direction  |
        | orderPlaced  | true     |       |            |
        | marginUpdate |          |       |            |
        | trade        | true     | true  | open short |
        | orderFilled  | true     |       |            |
        | marginUpdate |          |       |            |
      And nothing else arrived

  Rule: the position in a trade event names the take profit and stop loss orders of the position

    @clause:POSITION-FIELD-TAKEPROFITORDERS @clause:POSITION-FIELD-STOPLOSSORDERS @assumed
    Scenario: trade and marginUpdate of a partial close name the take profit and the stop loss of the position
      Given "maker" has placed:
        | symbol   | side | price | quantity |
        | BTC-USDT | sell | 95000 | 0.2      |
      And "trader" buys "0.2" BTC-USDT at "95000"
      And "trader" places with grouping "positionTpsl":
        | symbol   | side | orderType | triggerPrice | quantity | isTriggerMarket |
        | BTC-USDT | sell | triggerTp | 96000        | 0.1      | true            |
        | BTC-USDT | sell | triggerSl | 92000        | 0.1      | true            |
      And "statuses[0].resting.id" of the response is called "profit"
      And "statuses[1].resting.id" of the response is called "loss"
      When "trader" sells "0.1" BTC-USDT at "94990"
      Then the stream of "trader" sends in order:
        | eventType    | position.takeProfitOrderIds | position.takeProfitOrders[0].venueId | position.stopLossOrderIds | position.stopLossOrders[0].venueId |
        | orderPlaced  |                             |                                      |                           |                                    |
        | trade        | []                          | <absent>                             | []                        | <absent>                           |
        | orderFilled  |                             |                                      |                           |                                    |
        | marginUpdate |                             |                                      |                           |                                    |
        | orderPlaced  |                             |                                      |                           |                                    |
        | orderPlaced  |                             |                                      |                           |                                    |
        | orderPlaced  |                             |                                      |                           |                                    |
        | trade        | ["{profit}"]                | {profit}                             | ["{loss}"]                | {loss}                             |
        | orderFilled  |                             |                                      |                           |                                    |
        | marginUpdate |                             |                                      |                           |                                    |
      And nothing else arrived

  Rule: a chunk of a TWAP names the TWAP

    @clause:WS-EMISSION @assumed @R-118
    Scenario: the events of a chunk and its trade carry the identifiers of the TWAP
      Given "trader" has the TWAP "slow":
        | symbol   | side | quantity | durationSeconds | intervalSeconds | clientOrderId |
        | BTC-USDT | buy  | 0.5      | number 300      | number 30       | sliced        |
      Then the stream of "trader" sends in order:
        | eventType            | orderType | parentOrder                              |
        | orderPlaced          | twap      | <absent>                                 |
        | orderPlaced          | market    | {"venueId":"{slow}","clientId":"sliced"} |
        | trade                | market    | {"venueId":"{slow}","clientId":"sliced"} |
        | orderFilled          | market    | {"venueId":"{slow}","clientId":"sliced"} |
        | orderPartiallyFilled | twap      | <absent>                                 |
        | marginUpdate         |           |                                          |
      And nothing else arrived
