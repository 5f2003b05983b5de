@determinism
Feature: the default world trades by itself and repeats itself from the same seed

  Rule: prices, books and trades change only with the clock

    @clause:GETMIDS
    Scenario: mids move within a minute and stay while no time passes
      Given the world "default" with seed "7"
      And 5 s pass
      When anyone asks getMids
      Then the response is kept as "mids"
      When anyone asks getMids
      Then the response equals "mids"
      When 1 minutes pass
      And anyone asks getMids
      Then the response differs from "mids"

    @clause:GETORDERBOOK
    Scenario: market makers quote both sides of the book
      Given the world "default" with seed "7"
      And 5 s pass
      When anyone asks getOrderbook:
        | symbol | BTC-USDT |
        | limit  | number 5 |
      Then the response is ok with:
        | bids | <5 items> |
        | asks | <5 items> |

    @clause:GETLASTTRADES @clause:PUBTRADE-FIELD-PRICE @clause:PUBTRADE-FIELD-QUANTITY
    Scenario: takers trade within two minutes
      Given the world "default" with seed "7"
      And 2 minutes pass
      When anyone asks getLastTrades:
        | symbol | BTC-USDT |
        | limit  | number 5 |
      Then the response is ok with:
        | trades | <5 items> |
      And every item of "trades" of the response is:
        | symbol   | BTC-USDT  |
        | tradeId  | <id>      |
        | price    | <decimal> |
        | quantity | <decimal> |

  Rule: the seed decides the whole market

    @clause:GETLASTTRADES @assumed @R-81
    Scenario Outline: <read> responds the same from the same seed
      Given the world "default" with seed "7"
      And 2 minutes pass
      When anyone asks <read>:
        | symbol | ETH-USDT |
      Then the response is kept as "first life"
      And the response is ok with:
        | <figure> | <decimal> |
      Given the world "default" with seed "7"
      And 2 minutes pass
      When anyone asks <read>:
        | symbol | ETH-USDT |
      Then the response equals "first life"

      Examples:
        | read            | figure             |
        | getLastTrades   | trades[0].price    |
        | getOrderbook    | bids[0][0]         |
        | getMarketPrices | ETH-USDT.markPrice |

    @clause:GETLASTTRADES @assumed @R-81
    Scenario Outline: <read> responds differently from another seed
      Given the world "default" with seed "7"
      And 2 minutes pass
      When anyone asks <read>:
        | symbol | ETH-USDT |
      Then the response is kept as "first life"
      Given the world "default" with seed "8"
      And 2 minutes pass
      When anyone asks <read>:
        | symbol | ETH-USDT |
      Then the response differs from "first life"

      Examples:
        | read            |
        | getLastTrades   |
        | getOrderbook    |
        | getMarketPrices |

  Rule: the orders of a trader are part of the history

    @clause:GETTRADES @assumed @R-81
    Scenario: the same orders at the same times meet the same market
      Given the world "default" with seed "7"
      And 1 minutes pass
      And "trader" opens and closes "0.01" BTC-USDT 3 times
      And 1 minutes pass
      When "trader" sends getTrades
      Then the response is kept as "first life"
      Given the world "default" with seed "7"
      And 1 minutes pass
      And "trader" opens and closes "0.01" BTC-USDT 3 times
      When "trader" sends getTrades
      Then the response equals "first life"

    @clause:GETMARKETPRICES @assumed @R-81
    Scenario: one step of two minutes gives the same market as two steps of one minute
      Given the world "default" with seed "7"
      And 120 s pass
      When anyone asks getMarketPrices
      Then the response is kept as "one step"
      And the response is ok with:
        | BTC-USDT.markPrice | <decimal> |
      Given the world "default" with seed "7"
      And 59999 ms pass
      And 60001 ms pass
      When anyone asks getMarketPrices
      Then the response equals "one step"
