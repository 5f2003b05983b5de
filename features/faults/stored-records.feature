@trade @faults @needs:fault
Feature: records of older deployments are shown as they are stored
  Background:
    Given the world "quiet"

  Rule: a trade with an unknown direction cannot be shown

    @info @getLastTrades @clause:GETLASTTRADES-ERR-DIRECTION @negative
    Scenario: getLastTrades responds 500 if a stored trade has an unknown side
      Given "trader" buys "0.1" BTC-USDT at "95010"
      And anyone asks getLastTrades:
        | symbol | BTC-USDT |
      And "trades[0].tradeId" of the response is called "fill"
      And the stored publicTrade "{fill}" reads:
        | side | sideways |
      When anyone asks getLastTrades:
        | symbol | BTC-USDT |
      Then the response is refused with 500 INTERNAL_ERROR "Failed to retrieve last trades"
      And "error" of the body has exactly the keys "category, code, message, retryable"

    @getTrades @getTradesForPosition @negative
    Scenario Outline: <action> responds 500 if a stored trade has an unknown direction
      Given "trader" buys "0.1" BTC-USDT at "95010"
      And the BTC-USDT position of "trader" is called "position"
      And "trader" sends getTrades
      And "trades[0].tradeId" of the response is called "fill"
      And the stored trade "{fill}" reads:
        | direction | sideways |
      When "trader" sends <action> with <params>
      Then the response is refused with 500 INTERNAL_ERROR "<text>"
      And "error" of the body has exactly the keys "category, code, message, retryable"

      @clause:GETTRADES-ERR-DIRECTION
      Examples: all trades
        | action    | params | text                      |
        | getTrades | -      | Failed to retrieve trades |

      @clause:GETTRADESFORPOSITION-ERR-DIRECTION
      Examples: those of a position
        | action               | params                      | text                                   |
        | getTradesForPosition | {"positionId":"{position}"} | Failed to retrieve trades for position |

  Rule: the status of an order has more than one spelling

    @getOrderHistory @assumed @R-24
    Scenario Outline: getOrderHistory shows a row stored with status <status> as stored
      Given "trader" has the open orders:
        | name | symbol   | side | price | quantity |
        | bid  | BTC-USDT | buy  | 94000 | 0.1      |
      And the stored order "{bid}/placed" reads:
        | status | <status> |
      When "trader" sends getOrderHistory
      Then the response lists:
        | orderId | status   | quantity | filledQuantity |
        | {bid}   | <status> | 0.1      | 0              |

      @clause:STATE-ORDER-VALUE-OPEN
      Examples: one that rests
        | status |
        | open   |

      @clause:STATE-ORDER-VALUE-REJECTED
      Examples: one that was not taken
        | status   |
        | rejected |

      @clause:STATE-ORDER-VALUE-UPPERCASE
      Examples: in capitals
        | status           |
        | NEW              |
        | PARTIALLY_FILLED |
        | FILLED           |

    @getOrderHistory @clause:STATE-ORDER-VALUE-UPPERCASE @assumed @R-24
    Scenario: getOrderHistory shows an old row with status FILLED beside a new one
      Given "trader" buys "0.1" BTC-USDT at "95010"
      And "trader" sends getOrderHistory
      And "[0].orderId" of the response is called "taker"
      And the stored order "{taker}/filled" reads:
        | status | FILLED |
      When "trader" sends getOrderHistory
      Then the response lists:
        | orderId | status | filledQuantity |
        | {taker} | FILLED | 0.1            |
        | {taker} | placed | 0              |

  Rule: a position may be stored with status update

    @getPositions @clause:STATE-POSITION-UPDATE @clause:GETPOSITIONS-PARAM-STATUS
    Scenario: getPositions lists a position with status update under that status, and later as open
      Given "trader" buys "0.1" BTC-USDT at "95010"
      And the BTC-USDT position of "trader" is called "position"
      And the stored position "{position}" reads:
        | status | update |
      When "trader" sends getPositions with {"status":"update"}
      Then the response lists:
        | positionId | status | quantity |
        | {position} | update | 0.1      |
      When "trader" sends getPositions with {"status":"open"}
      Then the response lists nothing
      When the stored position "{position}" reads:
        | status | open |
      And "trader" sends getPositions
      Then the response lists:
        | positionId | status |
        | {position} | open   |

  Rule: the old permission trading means session

    @getDelegatedSigners @clause:PERM-TRADING-STORED
    Scenario: a delegate stored with the permission trading is listed so and may read
      Given "bob" is a session delegate of "alice"
      And the stored delegation "{alice id}/{bob wallet}" reads:
        | permission | trading |
      When "alice" sends getDelegatedSigners
      Then "delegatedSigners" of the response lists:
        | walletAddress | permissions |
        | {bob address} | ["trading"] |
      When "bob" sends getOpenOrders for "alice"
      Then the response lists nothing
