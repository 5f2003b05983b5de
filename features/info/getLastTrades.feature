@info @getLastTrades
Feature: getLastTrades lists the latest trades of a market
  Background:
    Given the world "quiet"

  Rule: a trade is public and has the side of its taker

    @clause:GETLASTTRADES @clause:PUBTRADE-FIELD-TRADEID @clause:PUBTRADE-FIELD-SYMBOL @clause:PUBTRADE-FIELD-SIDE @clause:PUBTRADE-FIELD-PRICE
    @clause:PUBTRADE-FIELD-QUANTITY @clause:PUBTRADE-FIELD-TIMESTAMP @clause:PUBTRADE-FIELD-ISMAKER @clause:CONV-TIMESTAMP-MS
    @clause:CONV-ID-STRINGS @assumed
    Scenario: one trade has one record
      Given "trader" is long "0.5" BTC-USDT at "95005" against "maker"
      And 3 s pass
      When anyone asks getLastTrades:
        | symbol | BTC-USDT |
        | limit  | number 1 |
      Then "trades" of the response lists:
        | tradeId | symbol   | side | price | quantity | timestamp          | isMaker |
        | <id>    | BTC-USDT | buy  | 95005 | 0.5      | number {now - 3 s} | false   |

    @clause:GETLASTTRADES-ORDERING @clause:PUBTRADE-FIELD-SIDE
    Scenario: getLastTrades lists the newest trade first
      Given "trader" buys "0.1" BTC-USDT at "95010"
      And 1 s pass
      And "trader" sells "0.2" BTC-USDT at "94990"
      And 1 s pass
      And "trader" buys "0.3" BTC-USDT at "95010"
      When anyone asks getLastTrades:
        | symbol | BTC-USDT |
        | limit  | number 3 |
      Then "trades" of the response lists:
        | side | quantity | price |
        | buy  | 0.3      | 95010 |
        | sell | 0.2      | 94990 |
        | buy  | 0.1      | 95010 |

    @clause:GETLASTTRADES @clause:GETLASTTRADES-SYMBOL-CASE @clause:GETLASTTRADES-PARAM-SYMBOL
    Scenario Outline: getLastTrades with symbol "<symbol>" lists the trades of that market
      Given "trader" buys "0.1" BTC-USDT at "95010"
      And "trader" buys "0.2" ETH-USDT at "3301.0"
      When anyone asks getLastTrades:
        | symbol | <symbol> |
        | limit  | number 1 |
      Then "trades" of the response lists:
        | symbol   | quantity   |
        | <market> | <quantity> |

      Examples:
        | symbol   | market   | quantity |
        | BTC-USDT | BTC-USDT | 0.1      |
        | btc-usdt | BTC-USDT | 0.1      |
        | ETH-USDT | ETH-USDT | 0.2      |

  Rule: a page has 50 trades by default and 100 at most

    @clause:GETLASTTRADES-LIMIT-DEFAULT @clause:GETLASTTRADES-LIMIT-MAX @clause:GETLASTTRADES-LIMIT-MIN
    Scenario: getLastTrades lists 50 of 102 trades by default and up to 100 on request
      Given "trader" opens and closes "0.001" BTC-USDT 51 times
      When anyone asks getLastTrades:
        | symbol | BTC-USDT |
      Then the response is ok with:
        | trades         | <50 items> |
        | trades[0].side | sell       |
      When anyone asks getLastTrades:
        | symbol | BTC-USDT |
        | limit  | number 1 |
      Then the response is ok with:
        | trades         | <1 item> |
        | trades[0].side | sell     |
      When anyone asks getLastTrades:
        | symbol | BTC-USDT   |
        | limit  | number 100 |
      Then the response is ok with:
        | trades         | <100 items> |
        | trades[0].side | sell        |

  Rule: the public record of a trade has the id of its fills

    @clause:GETLASTTRADES @clause:PUBTRADE-FIELD-TRADEID @clause:CONV-ID-STRINGS @assumed
    Scenario: the latest trade has the id that getTrades shows
      Given "trader" buys "0.1" BTC-USDT at "95010"
      When "trader" sends getTrades
      Then "trades[0].tradeId" of the response is called "execution"
      And "trades[0].timestamp" of the response is called "time"
      When anyone asks getLastTrades:
        | symbol | BTC-USDT |
        | limit  | number 1 |
      Then "trades" of the response lists:
        | tradeId     | timestamp     |
        | {execution} | number {time} |

  Rule: malformed parameters are refused

    @any-market
    Scenario Outline: getLastTrades with <param> <value> is refused
      When anyone asks getLastTrades:
        | symbol  | {market} |
        | <param> | <value>  |
      Then the response is refused with 400 <code> "<message>"

      @clause:GETLASTTRADES-ERR-LIMIT-OVER @assumed
      Examples:
        | param | value      | code             | message                 |
        | limit | number 101 | VALIDATION_ERROR | Limit cannot exceed 100 |

      @clause:GETLASTTRADES-ERR-LIMIT-UNDER @assumed
      Examples:
        | param | value     | code             | message                  |
        | limit | number 0  | VALIDATION_ERROR | Limit must be at least 1 |
        | limit | number -1 | VALIDATION_ERROR | Limit must be at least 1 |

      @clause:GETLASTTRADES-ERR-SYMBOL-EMPTY @clause:GETLASTTRADES-PARAM-SYMBOL
      Examples:
        | param  | value   | code           | message           |
        | symbol | <empty> | INVALID_FORMAT | market name empty |

      @clause:GETLASTTRADES-ERR-SYMBOL-INVALID
      Examples:
        | param  | value   | code           | message             |
        | symbol | BTCUSDT | INVALID_FORMAT | market name invalid |

      @clause:LIMIT-SYMBOL-20 @clause:CONV-SYMBOL-UNKNOWN
      Examples: twenty characters are checked against the market they name
        | param  | value                | code           | message             |
        | symbol | ABCDEFGHIJKLMNO-USDT | INVALID_FORMAT | market name invalid |

      @clause:GETLASTTRADES-SYMBOL-LENGTH @assumed
      Examples: twenty-one are too many
        | param  | value                 | code             | message                                        |
        | symbol | ABCDEFGHIJKLMNOP-USDT | VALIDATION_ERROR | symbol exceeds maximum length of 20 characters |
