@trade
Feature: what one subaccount does leaves the other subaccounts of its owner alone
  Background:
    Given the world "quiet"
    And "trader" also owns the subaccount "second"
    And "second" receives "50000" USDT

  Rule: orders, leverage and streams belong to one subaccount

    @clause:SCHEDULECANCEL @assumed
    Scenario: the dead man's switch of one subaccount leaves the orders of the other on the book
      Given "trader" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | BTC-USDT | buy  | 94000 | 0.1      |
      And "second" has the open orders:
        | name | symbol   | side | price | quantity |
        | stay | BTC-USDT | buy  | 93990 | 0.1      |
      And "trader" has sent scheduleCancel:
        | timeoutSeconds | number 5 |
      When 5 s pass
      Then these facts changed, and no others:
        | fact          | from                       | to   |
        | order bid     | buy 0.1 at 94000, filled 0 | none |
        | trader margin | 950.00                     | 0.00 |
      When "second" sends getOpenOrders
      Then the response lists:
        | orderId |
        | {stay}  |

    @clause:UPDATELEVERAGE @clause:SUBACCT-LEVERAGES-ELEMENT @assumed
    Scenario: a leverage that one subaccount sets leaves that of the other as it was
      Given "trader" has sent updateLeverage:
        | symbol   | BTC-USDT |
        | leverage | 25       |
      When "second" sends getSubAccount
      Then the response is ok with:
        | marketPreferences.leverages.BTC-USDT | number 10 |
      When "trader" sends getSubAccount
      Then the response is ok with:
        | marketPreferences.leverages.BTC-USDT | number 25 |

    @clause:WS-SUB-SUBACCOUNTUPDATES @clause:WS-EMISSION @assumed
    Scenario: the stream of one subaccount carries no order of the other
      Given "trader" follows subAccountUpdates
      When "second" places:
        | symbol   | side | price | quantity |
        | BTC-USDT | buy  | 94000 | 0.1      |
      Then the response is ok
      And nothing else arrived

  Rule: two subaccounts of one owner meet and name their orders like strangers

    @clause:PLACEORDERS-ITEM-OTHER @clause:TRADE-FIELD-DIRECTION @assumed @R-62
    Scenario: an order that meets an order of another subaccount of its owner trades
      Given "trader" has the open orders:
        | name | symbol   | side | price | quantity |
        | ask  | BTC-USDT | sell | 95000 | 0.1      |
      When "second" places:
        | symbol   | side | price | quantity |
        | BTC-USDT | buy  | 95000 | 0.1      |
      Then the response is ok with:
        | statuses[0].filled.totalSize | 0.1      |
        | statuses[0].filled.avgPrice  | 95000.00 |
      When "trader" sends getPositions
      Then the response lists:
        | side  | quantity |
        | short | 0.1      |
      When "second" sends getPositions
      Then the response lists:
        | side | quantity |
        | long | 0.1      |

    @clause:PLACEORDERS-ITEM-CLIENTID @assumed
    Scenario: a client id of one subaccount names an order of the other as well
      Given "trader" has the open orders:
        | name | symbol   | side | price | quantity | clientOrderId |
        | bid  | BTC-USDT | buy  | 94000 | 0.1      | mine          |
      When "second" places:
        | symbol   | side | price | quantity | clientOrderId |
        | BTC-USDT | buy  | 93990 | 0.1      | mine          |
      Then "statuses[0].resting.id" of the response is called "stay"
      When "trader" sends cancelOrders:
        | clientOrderIds | ["mine"] |
      Then the response is ok with:
        | statuses[0].canceled.id | {bid} |
      When "second" sends getOpenOrders:
        | clientOrderId | mine |
      Then the response lists:
        | orderId |
        | {stay}  |

  Rule: a list that is filtered counts and cuts what the filter leaves

    @clause:GETOPENORDERS @assumed
    Scenario: getOpenOrders with a symbol fills its page with orders of that market
      Given "trader" has the open orders:
        | name  | symbol   | side | price | quantity |
        | first | BTC-USDT | buy  | 94000 | 0.1      |
        | ether | ETH-USDT | buy  | 3200  | 1        |
        | last  | SOL-USDT | buy  | 180   | 1        |
      When "trader" sends getOpenOrders:
        | symbol | BTC-USDT |
        | limit  | number 1 |
      Then the response lists:
        | orderId |
        | {first} |
      When "trader" sends getOpenOrders:
        | symbol | ETH-USDT |
        | limit  | number 2 |
        | offset | number 0 |
      Then the response lists:
        | orderId |
        | {ether} |

    @clause:GETTRANSFERS-RESP-TOTAL @clause:GETTRANSFERS-PARAM-SYMBOL @assumed
    Scenario: total of getTransfers counts the transfers of the asset that the request names
      Given "trader" has transferred "1" USDT to "second" 3 times
      And "trader" has transferred "0.5" WETH to "second"
      When "trader" sends getTransfers:
        | symbol | WETH |
      Then the response is ok with:
        | transfers | <1 item> |
        | total     | number 1 |

  Rule: a list of orders or markets is worked off to its end, at one price

    @clause:CANCELORDERS @assumed
    Scenario: cancelOrders cancels what follows an unknown order
      Given "trader" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | BTC-USDT | buy  | 94000 | 0.1      |
        | low  | BTC-USDT | buy  | 93000 | 0.1      |
      When "trader" sends cancelOrders:
        | orderIds | ["{bid}","4711","{low}"] |
      Then the response is ok with:
        | statuses[0].canceled.id | {bid}           |
        | statuses[1].errorCode   | ORDER_NOT_FOUND |
        | statuses[2].canceled.id | {low}           |
      And these facts changed, and no others:
        | fact          | from                       | to   |
        | order bid     | buy 0.1 at 94000, filled 0 | none |
        | order low     | buy 0.1 at 93000, filled 0 | none |
        | trader margin | 1900.00                    | 0.00 |

    @clause:RATE-COST-CANCELALLORDERS
    Scenario: cancelAllOrders of three markets costs as much as of one
      Given the bucket of "trader" is full
      When "trader" sends cancelAllOrders:
        | symbols | ["BTC-USDT","ETH-USDT","SOL-USDT"] |
      Then the response is refused with 404 ORDER_NOT_FOUND "no orders found"
      And the request has taken 2 tokens of "trader"
      When "trader" sends getRateLimits
      Then the request has taken 20 tokens of "trader"
