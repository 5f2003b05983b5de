@trade @placeOrders @negative
Feature: placeOrders rejects an order that the market does not accept in its own entry
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: price and quantity must fit the market

    @clause:PLACEORDERS-STATUS-OTHER @clause:PLACEORDERS-ITEM-OTHER @assumed
    Scenario Outline: placeOrders rejects a <orderType> <side> of <quantity> at "<price>" with <code>
      When "trader" places:
        | symbol   | side   | orderType   | price   | quantity   |
        | <symbol> | <side> | <orderType> | <price> | <quantity> |
      Then item 0 is refused with <code> "<message>"
      And the response is ok with:
        | statuses | [{"error":"<message>","errorCode":"<code>"}] |
      And nothing changed

      @clause:ERR-INVALID-VALUE
      Examples: the grid of the market
        | symbol          | side | orderType | price                              | quantity                    | code          | message          |
        | {market}        | buy  | limitGtc  | {far bid + tick / 2}               | {size}                      | INVALID_VALUE | invalid price    |
        | {second market} | buy  | limitGtc  | {second far bid + second tick / 2} | {second size}               | INVALID_VALUE | invalid price    |
        | {market}        | buy  | limitGtc  | {far bid}                          | {size + lot / 10}           | INVALID_VALUE | invalid quantity |
        | {market}        | buy  | limitGtc  | {far bid}                          | {largest size + lot}        | INVALID_VALUE | invalid quantity |
        | {market}        | buy  | market    |                                    | {largest market size + lot} | INVALID_VALUE | invalid quantity |

      Examples: the least size and value
        | symbol   | side | orderType | price     | quantity             | code               | message                |
        | {market} | buy  | limitGtc  | {far bid} | {size below minimum} | QUANTITY_TOO_SMALL | quantity below minimum |
        | XRP-USDT | buy  | limitGtc  | 2.2       | 4.3                  | QUANTITY_TOO_SMALL | quantity below minimum |

      Examples: the band around the mark
        | symbol   | side | orderType | price                                | quantity | code                | message             |
        | {market} | buy  | limitGtc  | {band top x 1.02, to whole ticks}    | {size}   | PRICE_OUT_OF_BOUNDS | price out of bounds |
        | {market} | sell | limitGtc  | {band bottom x 0.98, to whole ticks} | {size}   | PRICE_OUT_OF_BOUNDS | price out of bounds |

      Examples: the market itself
        | symbol          | side | orderType | price     | quantity | code             | message          |
        | NO-{settlement} | buy  | limitGtc  | {far bid} | {size}   | MARKET_NOT_FOUND | market not found |

    @clause:PLACEORDERS-ITEM-OTHER @assumed
    Scenario Outline: placeOrders accepts a <side> at "<price>" in the price band
      Given "other" <rests> "{size / 10}" of "{market}" inside the spread, at "price"
      When "trader" places:
        | symbol   | side   | orderType | price   | quantity    |
        | {market} | <side> | limitIoc  | <price> | {size / 10} |
      Then the response is ok with:
        | statuses[0].filled.totalSize | {size / 10} |

      @needs:control
      Examples: at its bounds, while the mark stands still
        | side | price         | rests    |
        | buy  | {band top}    | offers   |
        | sell | {band bottom} | bids for |

      Examples: near its bounds
        | side | price                                 | rests    |
        | buy  | {band top x 0.999, to whole ticks}    | offers   |
        | sell | {band bottom x 1.001, to whole ticks} | bids for |

  Rule: an order is rejected if it breaks its own conditions

    @clause:PLACEORDERS-ITEM-OTHER @assumed @R-62
    Scenario Outline: placeOrders rejects <case> with <code>
      Given the price midway in the spread of "{market}" is called "inside"
      And "trader" has the open orders:
        | name | symbol   | side | price    | quantity | clientOrderId |
        | ask  | {market} | sell | {inside} | {size}   | mine          |
      When "trader" places:
        | symbol   | side | orderType   | price   | quantity | postOnly | clientOrderId |
        | {market} | buy  | <orderType> | <price> | {size}   | <post>   | <clientId>    |
      Then item 0 is refused with <code> "<message>"
      And nothing changed

      Examples:
        | case                      | orderType | price           | post | clientId | code                  | message                     |
        | a post-only cross         | limitGtc  | {inside}        | true |          | POST_ONLY_WOULD_TRADE | post only order would trade |
        | a limitAlo cross          | limitAlo  | {inside + tick} |      |          | POST_ONLY_WOULD_TRADE | post only order would trade |
        | a limit on its own order  | limitGtc  | {inside}        |      |          | SELF_TRADE_PREVENTED  | self trade prevented        |
        | a market on its own order | market    |                 |      |          | SELF_TRADE_PREVENTED  | self trade prevented        |
        | a client id in use        | limitGtc  | {far bid}       |      | mine     | IDEMPOTENCY_CONFLICT  | duplicate clientOrderId     |

    @clause:PLACEORDERS-STATUS-OTHER @assumed
    Scenario: placeOrders names a rejected order by its client order id
      When "trader" places:
        | symbol   | side | price                | quantity | clientOrderId |
        | {market} | buy  | {far bid + tick / 2} | {size}   | mine          |
      Then the response is ok with:
        | statuses | [{"error":"invalid price","errorCode":"INVALID_VALUE","order":{"venueId":null,"clientId":"mine"}}] |
      And nothing changed

    @clause:PLACEORDERS-ITEM-REDUCEONLY @assumed
    Scenario Outline: placeOrders rejects a reduce-only <side> of <quantity> with <code>
      Given "trader" is <held> "{size}" of "{market}" against "other"
      When "trader" places:
        | symbol   | side   | price   | quantity   | reduceOnly |
        | <symbol> | <side> | <price> | <quantity> | true       |
      Then item 0 is refused with <code> "<message>"
      And nothing changed

      Examples:
        | held  | symbol          | side | price            | quantity      | code                       | message                                                |
        | long  | {second market} | sell | {second far ask} | {second size} | REDUCE_ONLY_NO_POSITION    | no open position found, cannot place reduce-only order |
        | long  | {market}        | buy  | {far bid}        | {size}        | REDUCE_ONLY_SAME_SIDE      | same side position found, reduce-only order failed     |
        | short | {market}        | sell | {far ask}        | {size}        | REDUCE_ONLY_SAME_SIDE      | same side position found, reduce-only order failed     |
        | long  | {market}        | sell | {far ask}        | {size + lot}  | REDUCE_ONLY_WOULD_INCREASE | reduce-only orders would exceed position size          |
