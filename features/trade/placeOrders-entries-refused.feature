@trade @placeOrders @negative
Feature: a conditional order that may open a position is checked when it fires
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: what the account and the market do not accept then ends the order with the reason

    @clause:STATE-ORDER-LOCAL-CANCEL @clause:STATE-ORDER-LOCAL-CANCEL-HISTORY @assumed @R-110
    Scenario: an entry that the margin does not cover when it fires is cancelled with INSUFFICIENT_MARGIN
      Given "trader" has the open orders:
        | name  | symbol   | side | orderType | price | triggerPrice | quantity |
        | large | BTC-USDT | buy  | triggerTp | 94000 | 94500        | 100      |
        | over  | BTC-USDT | buy  | triggerTp | 94000 | 94500        | 100      |
      When the index of "BTC-USDT" moves to "94500"
      Then these facts changed, and no others:
        | fact          | from                                      | to        |
        | trader margin | 0.00                                      | 945000.00 |
        | order over    | buy 100 at 94000 from 94500, filled 0 | none      |
      When "trader" sends getOrderHistory:
        | status | ["cancelled"] |
      Then the response lists:
        | orderId | status    | cancelReason        | reduceOnly | filledQuantity |
        | {over}  | cancelled | INSUFFICIENT_MARGIN | false      | 0              |

    @clause:STATE-ORDER-LOCAL-CANCEL @assumed @R-110
    Scenario: an entry whose limit the mark has left behind is cancelled with PRICE_OUT_OF_BOUNDS
      # 5 % below a mark of 95000 is 90250, and 5 % below 96500 is 91675: the trigger is on the last price.
      Given "trader" has the open orders:
        | name  | symbol   | side | orderType | price | triggerPrice | triggerPriceType | quantity |
        | entry | BTC-USDT | sell | triggerSl | 90300 | 94990        | last             | 0.1      |
      And the index of "BTC-USDT" is "96500"
      And "other" sells "0.1" BTC-USDT at "94990"
      When "trader" sends getOrderHistory:
        | status | ["cancelled"] |
      Then the response lists:
        | orderId | status    | cancelReason        | filledQuantity |
        | {entry} | cancelled | PRICE_OUT_OF_BOUNDS | 0              |

    @clause:STATE-ORDER-LOCAL-CANCEL @assumed @R-110
    Scenario: an entry that would meet an order of its own subaccount is cancelled with SELF_TRADE_PREVENTED
      Given "trader" has the open orders:
        | name  | symbol   | side | orderType | price | triggerPrice | isTriggerMarket | quantity |
        | ask   | BTC-USDT | sell | limitGtc  | 95005 |              |                 | 0.1      |
        | entry | BTC-USDT | buy  | triggerSl |       | 95500        | true            | 0.1      |
      When the index of "BTC-USDT" moves to "95500"
      And "trader" sends getOrderHistory:
        | status | ["cancelled"] |
      Then the response lists:
        | orderId | cancelReason         |
        | {entry} | SELF_TRADE_PREVENTED |

    @clause:STATE-ORDER-LOCAL-CANCEL @assumed @R-110
    Scenario: an entry that fires in a close-only market is cancelled with MARKET_CLOSED
      Given "trader" has the open orders:
        | name  | symbol   | side | orderType | triggerPrice | isTriggerMarket | quantity |
        | entry | BTC-USDT | buy  | triggerSl | 95500        | true            | 0.1      |
      And market "BTC-USDT" is close-only
      When the index of "BTC-USDT" moves to "95500"
      And "trader" sends getOrderHistory:
        | status | ["cancelled"] |
      Then the response lists:
        | orderId | cancelReason  |
        | {entry} | MARKET_CLOSED |

    @clause:STATE-ORDER-LOCAL-CANCEL @assumed @R-110
    Scenario: an entry that finds no offer when it fires is cancelled with NO_LIQUIDITY
      Given the world "bare"
      And "trader" has the open orders:
        | name  | symbol   | side | orderType | triggerPrice | isTriggerMarket | quantity |
        | entry | BTC-USDT | sell | triggerSl | 94500        | true            | 0.1      |
      When the index of "BTC-USDT" moves to "94500"
      And "trader" sends getOrderHistory:
        | status | ["cancelled"] |
      Then the response lists:
        | orderId | cancelReason | filledQuantity |
        | {entry} | NO_LIQUIDITY | 0              |
      When "trader" sends getPositions
      Then the response lists nothing

    # At 95,500 the cap of 20,000 leaves 0.209 BTC: 0.2 are held, and 0.1 more would be worth 28,650.
    @clause:STATE-ORDER-LOCAL-CANCEL @assumed @R-110
    Scenario: an entry that would exceed the cap on open interest is cancelled with OI_CAP_EXCEEDED
      Given the world "capped"
      And "trader" is long "0.2" BTC-USDT at "95000" against "other"
      And "other" has placed:
        | symbol   | side | price | quantity |
        | BTC-USDT | sell | 95500 | 0.005    |
      And "trader" has the open orders:
        | name  | symbol   | side | orderType | triggerPrice | isTriggerMarket | quantity |
        | entry | BTC-USDT | buy  | triggerSl | 95500        | true            | 0.1      |
      When the mark of "BTC-USDT" moves to "95500"
      And "trader" sends getOrderHistory:
        | status | ["cancelled"] |
      Then the response lists:
        | orderId | cancelReason    | filledQuantity |
        | {entry} | OI_CAP_EXCEEDED | 0              |

    # The trader holds ether, which a stopped feed prices.
    @clause:STATE-ORDER-LOCAL-CANCEL @assumed @R-110
    Scenario: an entry that fires while collateral of its account is stale is cancelled with COLLATERAL_PRICE_STALE
      Given "trader" has the open orders:
        | name  | symbol   | side | orderType | triggerPrice | isTriggerMarket | quantity |
        | entry | BTC-USDT | buy  | triggerSl | 95500        | true            | 0.1      |
      And the price feed of "ETH-USDT" stops
      And 60000 ms pass
      When the index of "BTC-USDT" moves to "95500"
      And "trader" sends getOrderHistory:
        | status | ["cancelled"] |
      Then the response lists:
        | orderId | cancelReason           |
        | {entry} | COLLATERAL_PRICE_STALE |

  Rule: some checks come at placement already

    @clause:PLACEORDERS-STATUS-OTHER @assumed @R-110
    Scenario: placeOrders rejects an entry in a close-only market and accepts a reduce-only stop
      Given market "BTC-USDT" is close-only
      When "trader" places:
        | symbol   | side | orderType | triggerPrice | isTriggerMarket | quantity | reduceOnly |
        | BTC-USDT | buy  | triggerSl | 95500        | true            | 0.1      | false      |
        | BTC-USDT | buy  | triggerSl | 95500        | true            | 0.1      | true       |
      Then item 0 is refused with MARKET_CLOSED "market is close only"
      And the response is ok with:
        | statuses[1].resting.id | <id> |
