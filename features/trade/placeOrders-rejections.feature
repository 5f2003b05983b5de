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
        | symbol   | side | orderType | price   | quantity  | code          | message          |
        | BTC-USDT | buy  | limitGtc  | 94000.5 | 0.1       | INVALID_VALUE | invalid price    |
        | ETH-USDT | buy  | limitGtc  | 3200.05 | 1         | INVALID_VALUE | invalid price    |
        | BTC-USDT | buy  | limitGtc  | 94000   | 0.100001  | INVALID_VALUE | invalid quantity |
        | BTC-USDT | buy  | limitGtc  | 94000   | 100.00001 | INVALID_VALUE | invalid quantity |
        | BTC-USDT | buy  | market    |         | 10.00001  | INVALID_VALUE | invalid quantity |

      Examples: the least size and value
        | symbol   | side | orderType | price | quantity | code               | message                |
        | BTC-USDT | buy  | limitGtc  | 94000 | 0.00099  | QUANTITY_TOO_SMALL | quantity below minimum |
        | XRP-USDT | buy  | limitGtc  | 2.2   | 4.3      | QUANTITY_TOO_SMALL | quantity below minimum |

      Examples: the band around the mark
        | symbol   | side | orderType | price | quantity | code                | message             |
        | BTC-USDT | buy  | limitGtc  | 99751 | 0.1      | PRICE_OUT_OF_BOUNDS | price out of bounds |
        | BTC-USDT | sell | limitGtc  | 90249 | 0.1      | PRICE_OUT_OF_BOUNDS | price out of bounds |

      Examples: the market itself
        | symbol   | side | orderType | price | quantity | code             | message          |
        | ABC-USDT | buy  | limitGtc  | 94000 | 0.1      | MARKET_NOT_FOUND | market not found |

    @clause:PLACEORDERS-ITEM-OTHER @assumed
    Scenario Outline: placeOrders accepts a <side> at the bound of the price band
      When "trader" places:
        | symbol   | side   | orderType | price   | quantity |
        | BTC-USDT | <side> | limitIoc  | <price> | 0.001    |
      Then the response is ok with:
        | statuses[0].filled.totalSize | 0.001 |

      Examples:
        | side | price |
        | buy  | 99750 |
        | sell | 90250 |

  Rule: an order is rejected if it breaks its own conditions

    @clause:PLACEORDERS-ITEM-OTHER @assumed @R-62
    Scenario Outline: placeOrders rejects <case> with <code>
      Given "trader" has the open orders:
        | name | symbol   | side | price | quantity | clientOrderId |
        | ask  | BTC-USDT | sell | 95005 | 0.1      | mine          |
      When "trader" places:
        | symbol   | side | orderType   | price   | quantity | postOnly | clientOrderId |
        | BTC-USDT | buy  | <orderType> | <price> | 0.1      | <post>   | <clientId>    |
      Then item 0 is refused with <code> "<message>"
      And nothing changed

      Examples:
        | case                      | orderType | price | post | clientId | code                  | message                    |
        | a post-only cross         | limitGtc  | 95005 | true |          | POST_ONLY_WOULD_TRADE | post only order would trade |
        | a limitAlo cross          | limitAlo  | 95010 |      |          | POST_ONLY_WOULD_TRADE | post only order would trade |
        | a limit on its own order  | limitGtc  | 95005 |      |          | SELF_TRADE_PREVENTED  | self trade prevented       |
        | a market on its own order | market    |       |      |          | SELF_TRADE_PREVENTED  | self trade prevented       |
        | a client id in use        | limitGtc  | 94000 |      | mine     | IDEMPOTENCY_CONFLICT  | duplicate clientOrderId    |

    @clause:PLACEORDERS-STATUS-OTHER @assumed
    Scenario: placeOrders names a rejected order by its client order id
      When "trader" places:
        | symbol   | side | price   | quantity | clientOrderId |
        | BTC-USDT | buy  | 94000.5 | 0.1      | mine          |
      Then the response is ok with:
        | statuses | [{"error":"invalid price","errorCode":"INVALID_VALUE","order":{"venueId":null,"clientId":"mine"}}] |
      And nothing changed

    @clause:PLACEORDERS-ITEM-REDUCEONLY @assumed
    Scenario Outline: placeOrders rejects a reduce-only <side> of <quantity> with <code>
      Given "trader" is <held> "0.1" <symbol> at "<entry>" against "other"
      When "trader" places:
        | symbol   | side   | price   | quantity   | reduceOnly |
        | BTC-USDT | <side> | <price> | <quantity> | true       |
      Then item 0 is refused with <code> "<message>"
      And nothing changed

      Examples:
        | held  | symbol   | entry | side | price | quantity | code                       | message                                               |
        | long  | ETH-USDT | 3300  | sell | 96000 | 0.1      | REDUCE_ONLY_NO_POSITION    | no open position found, cannot place reduce-only order |
        | long  | BTC-USDT | 95000 | buy  | 94000 | 0.1      | REDUCE_ONLY_SAME_SIDE      | same side position found, reduce-only order failed    |
        | short | BTC-USDT | 95000 | sell | 96000 | 0.1      | REDUCE_ONLY_SAME_SIDE      | same side position found, reduce-only order failed    |
        | long  | BTC-USDT | 95000 | sell | 96000 | 0.101    | REDUCE_ONLY_WOULD_INCREASE | reduce-only orders would exceed position size         |
