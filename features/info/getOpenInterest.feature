@info @getOpenInterest @assumed
Feature: getOpenInterest shows the open interest of a market
  Background:
    Given the world "quiet"

  Rule: both sides of every position count

    @clause:GETOPENINTEREST @clause:CONV-TIMESTAMP-MS @needs:worlds
    Scenario: a trade of 0.5 BTC counts on both sides of the open interest
      Given "trader" is long "0.5" BTC-USDT at "95005" against "maker"
      When anyone asks getOpenInterest:
        | symbol | BTC-USDT |
      Then the response lists:
        | symbol   | openInterest | longOpenInterest | shortOpenInterest | timestamp    |
        | BTC-USDT | 1            | 0.5              | 0.5               | number {now} |

    @clause:GETOPENINTEREST @needs:worlds
    Scenario: closing reduces the open interest, and a change of owner leaves it
      Given "trader" is long "0.5" BTC-USDT at "95005" against "maker"
      And "newcomer" is long "0.2" BTC-USDT at "95005" against "trader"
      And "maker" is long "0.1" BTC-USDT at "95005" against "trader"
      When anyone asks getOpenInterest:
        | symbol | BTC-USDT |
      Then the response lists:
        | openInterest | longOpenInterest | shortOpenInterest |
        | 0.8          | 0.4              | 0.4               |

  Rule: a request without a symbol lists every market, including closed ones

    @clause:GETOPENINTEREST
    Scenario: getOpenInterest without a symbol lists nine markets, one of them closed
      Given market "ETH-USDT" is closed
      When anyone asks getOpenInterest
      Then the response lists:
        | symbol    | openInterest |
        | BTC-USDT  | 0            |
        | ETH-USDT  | 0            |
        | SOL-USDT  | 0            |
        | XRP-USDT  | 0            |
        | BNB-USDT  | 0            |
        | HYPE-USDT | 0            |
        | AVAX-USDT | 0            |
        | SUI-USDT  | 0            |
        | WTI-USDT  | 0            |

    @clause:GETOPENINTEREST
    Scenario: getOpenInterest accepts a symbol in lower case
      When anyone asks getOpenInterest:
        | symbol | eth-usdt |
      Then the response lists:
        | symbol   |
        | ETH-USDT |

  Rule: a symbol must name a market

    @clause:CONV-SYMBOL-EMPTY @clause:CONV-SYMBOL-UNKNOWN @clause:CONV-SYMBOL-MALFORMED @negative @any-market
    Scenario Outline: getOpenInterest with <case> is refused
      When anyone asks getOpenInterest:
        | symbol | <symbol> |
      Then the response is refused with 400 INVALID_FORMAT "<message>"

      Examples:
        | case                | symbol   | message             |
        | an empty symbol     | <empty>  | market name empty   |
        | an unknown market   | DOT-USDT | market name invalid |
        | one without hyphen  | BTCUSDT  | market name invalid |
        | a number            | number 7 | market name invalid |
