@trade @modifyOrder @negative
Feature: modifyOrder rejects a change that the order, the market or the account does not allow
  Background:
    Given the world "quiet"
    And "trader" has the open orders:
      | name | symbol   | side | price                | quantity | postOnly |
      | bid  | {market} | buy  | {far bid - 10 ticks} | {5 size} | true     |

  Rule: only live orders of the subaccount can be modified

    @clause:STATE-ORDER-MODIFY-REJECTED @clause:MODIFYORDER-ERR-NOT-FOUND @assumed
    Scenario: modifyOrder rejects an unknown order as not found
      When "trader" sends modifyOrder:
        | orderId | 999       |
        | price   | {far bid} |
      Then the response is ok with:
        | orderId   | 999             |
        | status    | rejected        |
        | error     | order not found |
        | errorCode | ORDER_NOT_FOUND |
      And nothing changed

    @clause:MODIFYORDER-OWN-ORDER
    Scenario: modifyOrder rejects an order of another subaccount as not found
      When "stranger" sends modifyOrder:
        | orderId | {bid}     |
        | price   | {far bid} |
      Then the response is ok with:
        | order     | {"venueId":"{bid}","clientId":""} |
        | status    | rejected                          |
        | error     | order not found                   |
        | errorCode | ORDER_NOT_FOUND                   |
      And nothing changed

    @clause:MODIFYORDER-FILLED @clause:STATE-ORDER-MODIFY-REJECTED
    Scenario: modifyOrder rejects a filled order as not found
      Given "trader" bids for "{5 size}" of "{market}" inside the spread, at "price", as "best"
      And "other" has placed:
        | symbol   | side | orderType | price   | quantity |
        | {market} | sell | limitIoc  | {price} | {5 size} |
      When "trader" sends modifyOrder:
        | orderId  | {best}   |
        | quantity | {7 size} |
      Then the response is ok with:
        | status    | rejected        |
        | error     | order not found |
        | errorCode | ORDER_NOT_FOUND |
      And nothing changed

    @clause:MODIFYORDER-CANCELLED @clause:STATE-ORDER-MODIFY-REJECTED
    Scenario: modifyOrder rejects a cancelled order as not found
      Given "trader" has sent cancelOrders:
        | orderIds | ["{bid}"] |
      When "trader" sends modifyOrder:
        | orderId | {bid}     |
        | price   | {far bid} |
      Then the response is ok with:
        | status    | rejected        |
        | error     | order not found |
        | errorCode | ORDER_NOT_FOUND |
      And nothing changed

  Rule: a change is applied as a whole or not at all

    @clause:MODIFYORDER-ATOMIC @clause:MODIFYORDER-ERR-PARAMETERS @assumed
    Scenario Outline: modifyOrder to price <price> and quantity <quantity> is rejected with <code>
      When "trader" sends modifyOrder:
        | orderId  | {bid}      |
        | price    | <price>    |
        | quantity | <quantity> |
      Then the response is ok with:
        | status    | rejected  |
        | error     | <message> |
        | errorCode | <code>    |
      And nothing changed

      Examples:
        | price                             | quantity             | code                | message                |
        | {far bid + tick / 2}              | {4 size}             | INVALID_VALUE       | invalid price          |
        | {far bid}                         | {4 size + lot / 10}  | INVALID_VALUE       | invalid quantity       |
        | {far bid}                         | {largest size + lot} | INVALID_VALUE       | invalid quantity       |
        | {far bid}                         | {size below minimum} | QUANTITY_TOO_SMALL  | quantity below minimum |
        | {band top x 1.02, to whole ticks} | {4 size}             | PRICE_OUT_OF_BOUNDS | price out of bounds    |

    @clause:MODIFYORDER-ATOMIC @clause:MODIFYORDER-ERR-PARAMETERS @assumed
    Scenario: modifyOrder rejects a price at which a post-only order would trade
      Given "other" offers "{size}" of "{market}" inside the spread, at "ask"
      When "trader" sends modifyOrder:
        | orderId  | {bid}    |
        | price    | {ask}    |
        | quantity | {4 size} |
      Then the response is ok with:
        | status    | rejected                    |
        | error     | post only order would trade |
        | errorCode | POST_ONLY_WOULD_TRADE       |
      And nothing changed

    @clause:MODIFYORDER-MARGIN @clause:ERR-INSUFFICIENT-MARGIN
    Scenario: modifyOrder rejects a quantity without sufficient margin
      Given the available margin of "trader" is called "free"
      And an order of "{market}" may have the quantity "{0.2 x free x default leverage / mark, to whole lots}"
      And an order of "{second market}" may have the quantity "{0.9 x free / second mark, to whole lots}"
      And "trader" has sent updateLeverage:
        | symbol   | {second market} |
        | leverage | 1               |
      And "trader" has the open orders:
        | symbol          | side | price            | quantity                                  |
        | {second market} | buy  | {second far bid} | {0.9 x free / second mark, to whole lots} |
      When "trader" sends modifyOrder:
        | orderId  | {bid}                                                 |
        | price    | {far bid}                                             |
        | quantity | {0.2 x free x default leverage / mark, to whole lots} |
      Then the response is ok with:
        | status    | rejected            |
        | error     | insufficient margin |
        | errorCode | INSUFFICIENT_MARGIN |
      And nothing changed

    @clause:MODIFYORDER-ERR-PARAMETERS @assumed
    Scenario Outline: modifyOrder rejects a total of <quantity>, which is not above what is filled
      Given "trader" bids for "{5 size}" of "{market}" inside the spread, at "price", as "best"
      And "other" has placed:
        | symbol   | side | orderType | price   | quantity |
        | {market} | sell | limitIoc  | {price} | {2 size} |
      When "trader" sends modifyOrder:
        | orderId  | {best}     |
        | quantity | <quantity> |
      Then the response is ok with:
        | status    | rejected                     |
        | error     | quantity below filled amount |
        | errorCode | QUANTITY_BELOW_FILLED        |
      And nothing changed

      Examples:
        | quantity |
        | {size}   |
        | {2 size} |

    @clause:MODIFYORDER-PARAM-TRIGGERPRICE @assumed
    Scenario: modifyOrder rejects a trigger price for a plain order
      When "trader" sends modifyOrder:
        | orderId      | {bid}     |
        | triggerPrice | {far bid} |
      Then the response is ok with:
        | status    | rejected                          |
        | error     | order rejected by matching engine |
        | errorCode | ORDER_REJECTED_BY_ENGINE          |
      And nothing changed
