@info @getOrderbook
Feature: getOrderbook shows the resting quantity of a market by price
  Background:
    Given the world "quiet"

  Rule: each side lists its best price first

    @clause:GETORDERBOOK @clause:CONV-DECIMAL-STRINGS @assumed
    Scenario: getOrderbook with a depth of five shows the five best levels of each side
      When anyone asks getOrderbook:
        | symbol | BTC-USDT |
        | limit  | number 5 |
      Then the response is ok with:
        | bids | [["94990","1"],["94980","1"],["94970","1"],["94960","1"],["94950","1"]] |
        | asks | [["95010","1"],["95020","1"],["95030","1"],["95040","1"],["95050","1"]] |

    @clause:GETORDERBOOK @assumed
    Scenario: orders at one price form one level
      Given "trader" has the open orders:
        | name | symbol   | side | price | quantity |
        | one  | BTC-USDT | buy  | 94990 | 0.5      |
        | two  | BTC-USDT | buy  | 94990 | 0.25     |
      When anyone asks getOrderbook:
        | symbol | BTC-USDT |
      Then the response is ok with:
        | bids[0] | ["94990","1.75"] |
        | bids[1] | ["94980","1"]    |

    @clause:GETORDERBOOK @assumed
    Scenario: a fill reduces its level, and an empty level disappears
      Given "trader" has sent placeOrders:
        | orders | [{"symbol":"BTC-USDT","side":"buy","orderType":"market","quantity":"1.5"}] |
      When anyone asks getOrderbook:
        | symbol | BTC-USDT |
      Then the response is ok with:
        | asks[0] | ["95020","0.5"] |
        | asks[1] | ["95030","1"]   |

  Rule: the depth is one of seven values, and 500 by default

    @clause:GETORDERBOOK @assumed
    Scenario Outline: getOrderbook with a depth of <limit> shows <count> of the twenty levels
      When anyone asks getOrderbook:
        | symbol | eth-usdt |
        | limit  | <limit>  |
      Then the response is ok with:
        | bids    | <count>         |
        | asks    | <count>         |
        | bids[0] | ["3299.0","10"] |

      Examples:
        | limit       | count      |
        | number 5    | <5 items>  |
        | number 10   | <10 items> |
        | number 20   | <20 items> |
        | number 50   | <20 items> |
        | number 1000 | <20 items> |
        | <absent>    | <20 items> |

    @clause:GETORDERBOOK @assumed
    Scenario Outline: getOrderbook with a depth of <limit> is refused
      When anyone asks getOrderbook:
        | symbol | {market} |
        | limit  | <limit>  |
      Then the response is refused with 400 VALIDATION_ERROR "Invalid limit parameter"

      Examples:
        | limit       |
        | number 0    |
        | number 6    |
        | number 1001 |
        | text 5      |

  Rule: the symbol must name a market

    @any-market
    Scenario Outline: getOrderbook with the symbol <symbol> is refused
      When anyone asks getOrderbook:
        | symbol | <symbol> |
      Then the response is refused with 400 INVALID_FORMAT "<message>"

      @clause:CONV-SYMBOL-EMPTY
      Examples:
        | symbol   | message           |
        | <empty>  | market name empty |
        | <absent> | market name empty |

      @clause:CONV-SYMBOL-MALFORMED
      Examples:
        | symbol    | message             |
        | BTCUSDT   | market name invalid |
        | BTC-USDT- | market name invalid |

      @clause:CONV-SYMBOL-UNKNOWN
      Examples:
        | symbol   | message             |
        | ABC-USDT | market name invalid |
