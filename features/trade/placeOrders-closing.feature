@trade @placeOrders
Feature: placeOrders accepts a reduce-only order of any size that closes the whole position
  # A position can come to be smaller than the least quantity of an order.
  Background:
    Given the world "quiet"
    And "trader" is long "{5 size}" of "{market}" against "other"
    And "other" is long "{5 size - minimum size + 2 lots}" of "{market}" against "trader"

  Rule: the minimum quantity applies to orders that leave a position

    @clause:PLACEORDERS-ITEM-REDUCEONLY @assumed @R-90
    Scenario Outline: placeOrders accepts a reduce-only <orderType> order that closes a position below the minimum
      Given "other" bids for "{size}" of "{market}" inside the spread, at "price"
      When "trader" places:
        | symbol   | side | orderType   | price   | quantity                | reduceOnly |
        | {market} | sell | <orderType> | <price> | {minimum size - 2 lots} | true       |
      Then the response is ok with:
        | statuses[0].filled.totalSize | {minimum size - 2 lots} |
      When "trader" sends getPositions
      Then the response lists nothing

      Examples:
        | orderType | price   |
        | market    |         |
        | limitGtc  | {price} |

    @clause:PLACEORDERS-TYPE-TRIGGERSL @assumed @R-90
    Scenario: placeOrders accepts a stop for a position below the minimum
      When "trader" places:
        | symbol   | side | orderType | triggerPrice | isTriggerMarket | quantity                | reduceOnly |
        | {market} | sell | triggerSl | {far bid}    | true            | {minimum size - 2 lots} | true       |
      Then the response is ok with:
        | statuses[0].resting.id | <id> |

    @clause:PLACEORDERS-ITEM-REDUCEONLY @assumed @R-90 @negative
    Scenario Outline: placeOrders rejects an order of <quantity> that <case>
      When "trader" places:
        | symbol   | side | price     | quantity   | reduceOnly   |
        | {market} | sell | {far ask} | <quantity> | <reduceOnly> |
      Then item 0 is refused with QUANTITY_TOO_SMALL "quantity below minimum"
      And nothing changed

      Examples:
        | case                         | quantity                | reduceOnly |
        | only reduces the position    | {minimum size - 3 lots} | true       |
        | exceeds the position         | {size below minimum}    | true       |
        | may do more than only reduce | {minimum size - 2 lots} | false      |

  Rule: the band around the mark is rounded outward

    @clause:PLACEORDERS-ITEM-PRICE @assumed @R-97
    Scenario Outline: placeOrders accepts a <side> at <inside> and rejects <outside>, 5 % from a mark of 95013
      # 95013 x 1.05 is 99763.65 and 95013 x 0.95 is 90262.35.
      Given the world "bare"
      And the index of "BTC-USDT" is "95013"
      When "trader" places:
        | symbol   | side   | price    | quantity |
        | BTC-USDT | <side> | <inside> | 0.1      |
      Then the response is ok with:
        | statuses[0].resting.id | <id> |
      When "trader" places:
        | symbol   | side   | price     | quantity |
        | BTC-USDT | <side> | <outside> | 0.1      |
      Then item 0 is refused with PRICE_OUT_OF_BOUNDS "price out of bounds"
      And nothing changed

      Examples:
        | side | inside | outside |
        | buy  | 99764  | 99765   |
        | sell | 90262  | 90261   |
