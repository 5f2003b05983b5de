@trade @placeOrders
Feature: the least value of an order is measured at the mark
  # XRP-USDT takes no order worth less than 10 USDT: at a mark of 2.3 that is 4.3478 XRP. A quantity that has the least value halfway
  # between the mark and a low price is worth more at the mark, and less at that price.
  Background:
    Given the world "quiet"
    And "trader" is a trader
    And these figures:
      | low  | {fine mark - 0.8 x (fine mark - fine band bottom), to whole ticks} |
      | high | {fine mark + 0.8 x (fine band top - fine mark), to whole ticks} |
      | more | {2 x fine minimum value / (fine mark + low), to whole lots} |
      | less | {2 x fine minimum value / (fine mark + high), to whole lots} |

  Rule: the price of an order does not change what it is worth

    @clause:PLACEORDERS-ITEM-QUANTITY @assumed @R-116 @negative
    Scenario Outline: placeOrders rejects a <orderType> order at "<price>", worth less than the least value at the mark
      When "trader" places:
        | symbol        | side   | orderType   | price   | triggerPrice | isTriggerMarket | quantity |
        | {fine market} | <side> | <orderType> | <price> | <trigger>    | <market>        | {less}   |
      Then item 0 is refused with QUANTITY_TOO_SMALL "quantity below minimum"
      And nothing changed

      Examples:
        | orderType | side | price          | trigger        | market |
        | limitGtc  | sell | {high} |                |        |
        | limitAlo  | sell | {high} |                |        |
        | limitIoc  | buy  | {high} |                |        |
        | market    | buy  |                |                |        |
        | triggerSl | buy  |                | {high} | true   |
        | triggerSl | buy  | {high} | {high} | false  |

    @clause:PLACEORDERS-ITEM-QUANTITY @assumed @R-116
    Scenario Outline: placeOrders accepts a <orderType> order at a price where it is worth less than the least value
      When "trader" places:
        | symbol        | side | orderType   | price          | triggerPrice | isTriggerMarket | quantity |
        | {fine market} | buy  | <orderType> | {low} | <trigger>    |                 | {more}   |
      Then the response is ok with:
        | statuses[0].resting.id | <id> |

      Examples:
        | orderType | trigger                        |
        | limitGtc  |                                |
        | limitAlo  |                                |
        | triggerTp | {low + 2 fine ticks} |

    @clause:MODIFYORDER-PARAM-PRICE @assumed @R-116
    Scenario: modifyOrder takes a price at which an order is worth less than the least value
      Given "trader" has the open orders:
        | name | symbol        | side | price                                            | quantity |
        | bid  | {fine market} | buy  | {(3 fine mid + low) / 4, to whole ticks} | {more}   |
      When "trader" sends modifyOrder:
        | orderId | {bid}          |
        | price   | {low} |
      Then the response is ok with:
        | status | modified              |
        | price  | {low + 0 fine ticks, price} |

  Rule: an order that only reduces has no least value

    @clause:PLACEORDERS-ITEM-REDUCEONLY @assumed @R-116
    Scenario Outline: placeOrders accepts a reduce-only <orderType> order of the least quantity
      Given "trader" is long "{fine size}" of "{fine market}" against "other"
      When "trader" places:
        | symbol        | side | orderType   | price   | triggerPrice | isTriggerMarket | quantity            | reduceOnly |
        | {fine market} | sell | <orderType> | <price> | <trigger>    | <market>        | {fine minimum size} | true       |
      Then the response is ok with:
        | statuses[0].resting.id | <id> |

      Examples:
        | orderType | price          | trigger        | market |
        | limitGtc  | {fine far ask} |                |        |
        | triggerSl |                | {fine far bid} | true   |
