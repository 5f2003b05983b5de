@trade @lifecycle @twap
Feature: a TWAP that has ended stays as it is
  # A market one fills whole. At 95005 only the 0.02 of another trader can be had, so nine chunks and a part of the first are dropped.
  Background:
    Given the world "quiet"
    And "other" has the open orders:
      | name | symbol   | side | price | quantity |
      | near | BTC-USDT | sell | 95000 | 0.02     |

  Rule: an ended TWAP sends and cancels nothing more

    @clause:TWAP-CHUNK-EXECUTION @assumed
    Scenario Outline: a <status> TWAP sends no chunk at later intervals
      Given "trader" has the TWAP "slow":
        | symbol   | side | quantity | price   | durationSeconds | clientOrderId |
        | BTC-USDT | buy  | 0.5      | <price> | number 300      | sliced        |
      And 270 s pass
      When 1 hours pass
      And "trader" sends getOrderHistory:
        | type  | TWAP     |
        | limit | number 1 |
      Then the response lists:
        | orderId | status   | filledQuantity | updatedTime            |
        | {slow}  | <status> | <filled>       | number {now - 3600 s} |

      @transition:twap/filled/chunk
      Examples:
        | status | price | filled |
        | filled |       | 0.5    |

      @transition:twap/cancelled/chunk
      Examples:
        | status    | price | filled |
        | cancelled | 95005 | 0.02   |

    @clause:SCHEDULECANCEL @assumed
    Scenario Outline: the dead man's switch leaves a <status> TWAP unchanged
      Given "trader" has the TWAP "slow":
        | symbol   | side | quantity | price   | durationSeconds | clientOrderId |
        | BTC-USDT | buy  | 0.5      | <price> | number 300      | sliced        |
      And 270 s pass
      And "trader" has sent scheduleCancel:
        | timeoutSeconds | number 5 |
      When 5 s pass
      Then nothing changed
      When "trader" sends getOrderHistory:
        | type  | TWAP     |
        | limit | number 1 |
      Then the response lists:
        | orderId | status   | filledQuantity |
        | {slow}  | <status> | <filled>       |

      @transition:twap/filled/scheduled
      Examples:
        | status | price | filled |
        | filled |       | 0.5    |

      @transition:twap/cancelled/scheduled
      Examples:
        | status    | price | filled |
        | cancelled | 95005 | 0.02   |

  Rule: the client order id of an ended TWAP is free

    @clause:PLACEORDERS-ITEM-CLIENTID @assumed
    Scenario Outline: the client order id of a <status> TWAP can be used again
      Given "trader" has the TWAP "slow":
        | symbol   | side | quantity | price   | durationSeconds | clientOrderId |
        | BTC-USDT | buy  | 0.5      | <price> | number 300      | sliced        |
      And 270 s pass
      When "trader" places the TWAP:
        | symbol   | side | quantity | durationSeconds | clientOrderId |
        | ETH-USDT | buy  | 10       | number 300      | sliced        |
      Then "statuses[0].resting.id" of the response is called "next"
      When "trader" sends getOrderHistory:
        | symbol | BTC-USDT |
        | type   | TWAP     |
        | limit  | number 1 |
      Then the response lists:
        | orderId | order.clientId | status   |
        | {slow}  | sliced         | <status> |
      When "trader" sends getOpenOrders
      Then the response lists:
        | orderId | order.clientId |
        | {next}  | sliced         |

      @transition:twap/filled/place
      Examples:
        | status | price | filled |
        | filled |       | 0.5    |

      @transition:twap/cancelled/place
      Examples:
        | status    | price | filled |
        | cancelled | 95005 | 0.02   |

  Rule: neither an ended TWAP nor its chunks can be modified or cancelled

    @clause:STATE-ORDER-MODIFY-REJECTED @assumed @negative
    Scenario Outline: modifyOrder does not find a <status> TWAP
      Given "trader" has the TWAP "slow":
        | symbol   | side | quantity | price   | durationSeconds | clientOrderId |
        | BTC-USDT | buy  | 0.5      | <price> | number 300      | sliced        |
      And 270 s pass
      When "trader" sends modifyOrder:
        | clientOrderId | sliced |
        | quantity      | 1      |
      Then the response is ok with:
        | status    | rejected        |
        | errorCode | ORDER_NOT_FOUND |
        | error     | order not found |
      And nothing changed

      @transition:twap/filled/modify
      Examples:
        | status | price | filled |
        | filled |       | 0.5    |

      @transition:twap/cancelled/modify
      Examples:
        | status    | price | filled |
        | cancelled | 95005 | 0.02   |

    @clause:ERR-ORDER-NOT-FOUND @negative
    Scenario Outline: cancelOrders does not find a <status> TWAP
      Given "trader" has the TWAP "slow":
        | symbol   | side | quantity | price   | durationSeconds | clientOrderId |
        | BTC-USDT | buy  | 0.5      | <price> | number 300      | sliced        |
      And 270 s pass
      When "trader" sends cancelOrders:
        | orderIds | ["{slow}"] |
      Then item 0 is refused with ORDER_NOT_FOUND "order not found"
      And nothing changed

      @transition:twap/filled/cancel
      Examples:
        | status | price | filled |
        | filled |       | 0.5    |

      @transition:twap/cancelled/cancel
      Examples:
        | status    | price | filled |
        | cancelled | 95005 | 0.02   |

    @clause:CANCELALLORDERS-ERR-NONE @assumed @R-26 @negative
    Scenario Outline: cancelAllOrders does not find a <status> TWAP
      Given "trader" has the TWAP "slow":
        | symbol   | side | quantity | price   | durationSeconds | clientOrderId |
        | BTC-USDT | buy  | 0.5      | <price> | number 300      | sliced        |
      And 270 s pass
      When "trader" sends cancelAllOrders:
        | symbols | ["*"] |
      Then the response is refused with 404 ORDER_NOT_FOUND "no orders found"
      And nothing changed

      @transition:twap/filled/cancel-all
      Examples:
        | status | price | filled |
        | filled |       | 0.5    |

      @transition:twap/cancelled/cancel-all
      Examples:
        | status    | price | filled |
        | cancelled | 95005 | 0.02   |

    @clause:ERR-ORDER-NOT-FOUND @assumed @negative
    Scenario Outline: cancelOrders does not find a chunk of a TWAP that is <status>
      Given "trader" has the TWAP "slow":
        | symbol   | side | quantity | price   | durationSeconds | clientOrderId |
        | BTC-USDT | buy  | 0.5      | <price> | number 300      | sliced        |
      And <passes> s pass
      When "trader" sends getTrades:
        | limit | number 1 |
      Then "trades[0].orderId" of the response is called "chunk"
      When "trader" sends cancelOrders:
        | orderIds | ["{chunk}"] |
      Then item 0 is refused with ORDER_NOT_FOUND "order not found"
      And nothing changed

      @transition:twap/active/cancel-chunk
      Examples:
        | status | price | passes |
        | active |       | 30     |

      @transition:twap/filled/cancel-chunk
      Examples:
        | status | price | passes |
        | filled |       | 270    |

      @transition:twap/cancelled/cancel-chunk
      Examples:
        | status    | price | passes |
        | cancelled | 95005 | 270    |
