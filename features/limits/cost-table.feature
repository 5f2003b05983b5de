@limits @trade
Feature: each signed action has a cost for its subaccount
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: an action costs the same if it succeeds and if its params are refused

    Scenario Outline: <action> costs <cost> tokens of the subaccount
      Given the bucket of "trader" is full
      When "trader" sends <action> with <params>
      Then the response is <http> with:
        | timestamp | <ms> |
      And the request has taken <cost> tokens of "trader"
      When "trader" sends getRateLimits
      Then the request has taken 20 tokens of "trader"

      @clause:RATE-COST-CANCELALLORDERS
      Examples:
        | action          | params            | http | cost |
        | cancelAllOrders | {"symbols":["*"]} | 404  | 2    |

      @clause:RATE-COST-CANCELORDERS
      Examples:
        | action       | params                     | http | cost |
        | cancelOrders | {"orderIds":["5"]}         | 200  | 2    |
        | cancelOrders | {"orderIds":["5","6","7"]} | 200  | 2    |

      @clause:RATE-COST-MODIFYORDER @any-market
      Examples:
        | action      | params                          | http | cost |
        | modifyOrder | {"orderId":"5","price":"94000"} | 200  | 5    |

      @clause:RATE-COST-MODIFYORDERBATCH @any-market
      Examples:
        | action           | params                                                                       | http | cost |
        | modifyOrderBatch | {"orders":[{"orderId":"5","price":"94000"},{"orderId":"6","price":"94000"}]} | 200  | 5    |

      @clause:RATE-COST-PLACEISOLATEDORDER @any-market
      Examples:
        | action             | params                                                                                                                                | http | cost |
        | placeIsolatedOrder | {"order":{"symbol":"BTC-USDT","side":"up","orderType":"limitGtc","price":"94000","quantity":"1"},"leverage":"5","isolatedMargin":"1"} | 400  | 5    |

      @clause:RATE-COST-SCHEDULECANCEL
      Examples:
        | action         | params               | http | cost |
        | scheduleCancel | {"timeoutSeconds":0} | 200  | 5    |

      @clause:RATE-COST-TRANSFERCOLLATERAL
      Examples:
        | action             | params                                             | http | cost |
        | transferCollateral | {"to":"{trader id}","symbol":"USDT","amount":"-1"} | 400  | 5    |

      @clause:RATE-COST-UPDATEISOLATEDMARGIN @any-market
      Examples:
        | action               | params                                   | http | cost |
        | updateIsolatedMargin | {"symbol":"BTC-USDT","marginDelta":"no"} | 400  | 5    |

      @clause:RATE-COST-UPDATELEVERAGE
      Examples:
        | action         | params                               | http | cost |
        | updateLeverage | {"symbol":"{market}","leverage":"2"} | 200  | 5    |

      @clause:RATE-COST-WITHDRAWCOLLATERAL
      Examples:
        | action             | params                                                          | http | cost |
        | withdrawCollateral | {"symbol":"USDT","amount":"0","destination":"{trader address}"} | 400  | 5    |

  Rule: placeOrders costs by the number of its orders, other batches cost the same for any length

    @clause:RATE-COST-PLACEORDERS
    Scenario Outline: placeOrders with <what> costs <cost> tokens
      Given the bucket of "trader" is full
      When "trader" sends placeOrders with <params>
      Then the response is <http> with:
        | timestamp | <ms> |
      And the request has taken <cost> tokens of "trader"

      Examples:
        | what               | params                                                                                                                                                                                                           | http | cost |
        | one order          | {"orders":[{"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"}]}                                                                                                   | 200  | 5    |
        | two orders         | {"orders":[{"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"},{"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"}]} | 200  | 10   |
        | one refused of two | {"orders":[{"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"},{"symbol":"{market}","side":"up","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"}]}  | 400  | 10   |

    @clause:RATE-COST-PLACEORDERS
    Scenario Outline: placeOrders with <count> orders costs <cost> tokens
      Given the bucket of "trader" is full
      When "trader" places:
        | times   | symbol   | side | orderType | price     | quantity |
        | <count> | {market} | buy  | limitIoc  | {far bid} | {size}   |
      Then the response is ok with:
        | statuses | <<count> items> |
      And the request has taken <cost> tokens of "trader"

      Examples:
        | count | cost |
        | 3     | 15   |
        | 20    | 100  |

    @clause:RATE-COST-PLACEORDERS @assumed @R-40 @negative
    Scenario Outline: placeOrders with <what> costs the address as much as <billed>
      Given other requests take 9000 tokens of the address
      When "trader" sends placeOrders with <params>
      Then the response is 400 with:
        | status | error |
      And the address has <left> tokens left

      Examples:
        | what                | params                   | billed     | left |
        | an empty list       | {"orders":[]}            | one order  | 995  |
        | a list that is none | {"orders":"all"}         | one order  | 995  |
        | no list at all      | -                        | one order  | 995  |
        | a list of nothings  | {"orders":["up","down"]} | two orders | 990  |
