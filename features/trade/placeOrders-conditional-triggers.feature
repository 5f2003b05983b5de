@trade @placeOrders
Feature: a conditional order goes to market when its trigger is reached
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: type and side decide the direction of the trigger

    @clause:PLACEORDERS-TYPE-TRIGGERSL @clause:PLACEORDERS-TYPE-TRIGGERTP @assumed
    Scenario Outline: a <orderType> order that <verb> fires at its trigger and not one tick before
      Given "trader" is <held> "0.5" BTC-USDT at "95000" against "other"
      And "trader" has the open orders:
        | name    | symbol   | side   | orderType   | triggerPrice | isTriggerMarket | quantity |
        | waiting | BTC-USDT | <side> | <orderType> | <trigger>    | true            | 0.1      |
      And the index of "BTC-USDT" is "<before>"
      When "trader" sends getOpenOrders
      Then the response is ok with:
        | [0].orderId | {waiting} |
      When the index of "BTC-USDT" is "<trigger>"
      And "trader" sends getOpenOrders
      Then the response lists nothing
      When "trader" sends getPositions
      Then the response is ok with:
        | [0].quantity | 0.4 |

      Examples:
        | orderType | verb  | held  | side | trigger | before |
        | triggerSl | sells | long  | sell | 94500   | 94501  |
        | triggerSl | buys  | short | buy  | 95500   | 95499  |
        | triggerTp | sells | long  | sell | 95500   | 95499  |
        | triggerTp | buys  | short | buy  | 94500   | 94501  |

    @clause:ORDER-FIELD-TRIGGERPRICETYPE @assumed
    Scenario: an order that watches the last price ignores the mark
      Given "trader" is long "0.5" BTC-USDT at "95000" against "other"
      And "trader" has the open orders:
        | name | symbol   | side | orderType | triggerPrice | triggerPriceType | isTriggerMarket | quantity |
        | stop | BTC-USDT | sell | triggerSl | 94990        | last             | true            | 0.1      |
      And the index of "BTC-USDT" is "94000"
      When "trader" sends getOpenOrders
      Then the response is ok with:
        | [0].orderId | {stop} |
      Given "other" sells "0.1" BTC-USDT at "94990"
      When "trader" sends getOpenOrders
      Then the response lists nothing

    @clause:PLACEORDERS-TYPE-TRIGGERSL @assumed
    Scenario: placeOrders accepts an order whose trigger is already met, and it fires at once
      Given "trader" is long "{5 size}" of "{market}" against "other", at "entry"
      And the fee rates of "trader" are called "maker rate" and "taker rate"
      And the fee rates of "other" are called "their rate" and "their other rate"
      And "other" bids for "{size}" of "{market}" inside the spread, at "price", as "theirs"
      And these figures:
        | margin      | {mark x size / default leverage} |
        | paid        | {entry x 5 size x taker rate}    |
        | theirs paid | {entry x 5 size x their rate}    |
      When "trader" places:
        | symbol   | side | orderType | triggerPrice | isTriggerMarket | quantity |
        | {market} | sell | triggerSl | {far ask}    | true            | {size}   |
      Then the response is ok with:
        | statuses[0].filled.totalSize | {size}               |
        | statuses[0].filled.avgPrice  | {price, entry price} |
      And these facts changed, and no others:
        | fact                     | from                                   | to                                                                                                  |
        | trader {settlement}      | {1000000 - paid}                       | {1000000 - paid + (price - entry) x size - price x size x taker rate, rounded to 8 decimals}        |
        | trader margin            | {5 margin, 2 decimals}                 | {4 margin, 2 decimals}                                                                              |
        | trader position {market} | long {5 size} at {entry, entry price}  | long {4 size} at {entry, entry price}                                                               |
        | other {settlement}       | {1000000 - theirs paid}                | {1000000 - theirs paid + (entry - price) x size - price x size x their rate, rounded to 8 decimals} |
        | other margin             | {5 margin, 2 decimals}                 | {4 margin, 2 decimals}                                                                              |
        | other position {market}  | short {5 size} at {entry, entry price} | short {4 size} at {entry, entry price}                                                              |
        | order theirs             | buy {size} at {price, price}, filled 0 | none                                                                                                |

  Rule: a fired order keeps its id

    @clause:TRADE-FIELD-ORDERTYPE
    Scenario Outline: a fired order trades under the order type <word>
      Given "trader" is long "0.5" BTC-USDT at "95000" against "other"
      And "trader" has the open orders:
        | name    | symbol   | side | orderType   | price   | triggerPrice | isTriggerMarket | quantity | reduceOnly |
        | waiting | BTC-USDT | sell | <orderType> | <price> | <trigger>    | <market>        | 0.1      | true       |
      And the index of "BTC-USDT" is "<trigger>"
      When "trader" sends getTrades:
        | orderId | {waiting} |
      Then "trades" of the response lists:
        | orderType | price | quantity | direction  | maker | reduceOnly |
        | <word>    | 94990 | 0.1      | close long | false | true       |

      Examples:
        | orderType | price | trigger | market | word             |
        | triggerSl |       | 94500   | true   | stopMarket       |
        | triggerSl | 94400 | 94500   | false  | stopLimit        |
        | triggerTp |       | 95500   | true   | takeProfitMarket |
        | triggerTp | 94900 | 95500   | false  | takeProfitLimit  |

    @clause:ORDER-FIELD-TYPE @assumed
    Scenario: a fired order with a limit price rests there and keeps its type
      Given "trader" is long "0.5" BTC-USDT at "95000" against "other"
      And "trader" has the open orders:
        | name | symbol   | side | orderType | price | triggerPrice | quantity | reduceOnly |
        | take | BTC-USDT | sell | triggerTp | 96000 | 95500        | 0.1      | true       |
      And the index of "BTC-USDT" is "95500"
      When "trader" sends getOrderHistory:
        | type | TAKE_PROFIT |
      Then the response lists:
        | orderId | type        | status | price | triggerPrice | reduceOnly |
        | {take}  | TAKE_PROFIT | placed | 96000 | 95500        | true       |
        | {take}  | TAKE_PROFIT | placed | 96000 | 95500        | true       |

    @clause:ORDER-FIELD-CLOSEPOSITION @assumed
    Scenario: a fired order with closePosition takes the size of the position at that moment
      Given "trader" has the open orders:
        | name | symbol   | side | orderType | triggerPrice | isTriggerMarket | quantity | closePosition |
        | stop | BTC-USDT | sell | triggerSl | 94500        | true            | 0        | true          |
      And "trader" is long "0.5" BTC-USDT at "95000" against "other"
      And the index of "BTC-USDT" is "94500"
      When "trader" sends getOrderHistory:
        | type | STOP_LOSS |
      Then the response lists:
        | orderId | status | quantity | filledQuantity | closePosition |
        | {stop}  | filled | 0.5      | 0.5            | true          |
        | {stop}  | placed | 0.5      | 0              | true          |
        | {stop}  | placed | 0        | 0              | true          |
      When "trader" sends getPositions:
        | status | open |
      Then the response lists nothing
