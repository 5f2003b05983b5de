@info @getMarkets
Feature: getMarkets shows the trading rules of every market
  Background:
    Given the world "quiet"

  Rule: every market is listed with its rules

    @clause:GETMARKETS @clause:CONV-SYMBOL-FORM @clause:MARKET-FIELD-ISOPEN @clause:MARKET-FIELD-SETTLEASSET
    @clause:MARKET-FIELD-ORDERSIZEINCREMENT @clause:CONV-DECIMAL-STRINGS @clause:AUTH-INFO-NONE @clause:REQ-INFO-BODY @clause:SURFACE-INFO-POST
    Scenario: getMarkets lists nine markets with the limits of their orders
      When anyone asks getMarkets
      Then the response lists:
        | symbol    | baseAsset | settleAsset | isOpen | isCloseOnly | priceIncrement | orderSizeIncrement | minOrderSize | maxMarketOrderSize | maxLimitOrderSize |
        | BTC-USDT  | BTC       | USDT        | true   | false       | 1              | 0.00001            | 0.001        | 10                 | 100               |
        | ETH-USDT  | ETH       | USDT        | true   | false       | 0.1            | 0.0001             | 0.01         | 300                | 3000              |
        | SOL-USDT  | SOL       | USDT        | true   | false       | 0.01           | 0.001              | 0.1          | 5000               | 50000             |
        | XRP-USDT  | XRP       | USDT        | true   | false       | 0.0001         | 0.1                | 1            | 200000             | 2000000           |
        | BNB-USDT  | BNB       | USDT        | true   | false       | 0.1            | 0.001              | 0.01         | 500                | 5000              |
        | HYPE-USDT | HYPE      | USDT        | true   | false       | 0.001          | 0.01               | 0.1          | 10000              | 100000            |
        | AVAX-USDT | AVAX      | USDT        | true   | false       | 0.001          | 0.01               | 0.1          | 10000              | 100000            |
        | SUI-USDT  | SUI       | USDT        | true   | false       | 0.0001         | 0.1                | 1            | 100000             | 1000000           |
        | WTI-USDT  | WTI       | USDT        | true   | false       | 0.01           | 0.01               | 0.1          | 1000               | 10000             |

    @clause:GETMARKETS @clause:MARKET-FIELD-ISOPEN @clause:AUTH-INFO-NONE @any-market
    Scenario: every market has its names and its status
      When anyone asks getMarkets
      Then every item of the response is:
        | symbol             | <text>    |
        | baseAsset          | <text>    |
        | isOpen             | <boolean> |
        | isCloseOnly        | <boolean> |
        | priceIncrement     | <decimal> |
        | orderSizeIncrement | <decimal> |
        | minOrderSize       | <decimal> |
        | minNotionalValue   | <decimal> |

    @clause:GETMARKETS @clause:CONV-SYMBOL-FORM @clause:MARKET-FIELD-SETTLEASSET @clause:MARKET-FIELD-ORDERSIZEINCREMENT @assumed
    Scenario: a market record has its names, precision, price bounds, fees and funding bounds
      When anyone asks getMarkets
      Then the response is ok with:
        | [0].symbol                     | BTC-USDT  |
        | [0].baseAsset                  | BTC       |
        | [0].settleAsset                | USDT      |
        | [0].priceIncrement             | 1         |
        | [0].orderSizeIncrement         | 0.00001   |
        | [0].description                | <text>    |
        | [0].quoteAsset                 | USDT      |
        | [0].priceExponent              | number 0  |
        | [0].quantityExponent           | number 5  |
        | [0].contractSize               | number 1  |
        | [0].minOrderPrice              | 1         |
        | [0].limitOrderPriceCapRatio    | 0.05      |
        | [0].limitOrderPriceFloorRatio  | 0.05      |
        | [0].marketOrderPriceCapRatio   | 0.05      |
        | [0].marketOrderPriceFloorRatio | 0.05      |
        | [0].liquidationClearanceFee    | 0.005     |
        | [0].largePositionPenalty       | 0         |
        | [0].minNotionalValue           | 10        |
        | [0].defaultLeverage            | number 10 |
        | [0].fundingRateCap             | 0.02      |
        | [0].fundingRateFloor           | -0.02     |

    @clause:GETMARKETS @assumed
    Scenario: margin tiers follow each other without a gap, and the last has no end
      When anyone asks getMarkets
      Then "[0].maintenanceMarginTiers" of the response lists:
        | minPositionSize | maxPositionSize | maxLeverage | initialMarginRequirement | maintenanceMarginRequirement | maintenanceDeductionValue |
        | 0               | 500000          | number 100  | 0.01                     | 0.005                        | 0                         |
        | 500001          | 10000000        | number 50   | 0.02                     | 0.01                         | 2500.005                  |
        | 10000001        | 50000000        | number 25   | 0.04                     | 0.02                         | 102500.015                |
        | 50000001        | 200000000       | number 10   | 0.1                      | 0.05                         | 1602500.045               |
        | 200000001       | <empty>         | number 2    | 0.5                      | 0.25                         | 41602500.245              |

  Rule: a market that does not trade is listed unless only open ones are requested

    @clause:MARKET-FIELD-ISOPEN @assumed
    Scenario Outline: getMarkets shows a market that is <state>
      Given market "BTC-USDT" is <state>
      When anyone asks getMarkets
      Then the response is ok with:
        | .               | <9 items>   |
        | [0].symbol      | BTC-USDT    |
        | [0].isOpen      | <open>      |
        | [0].isCloseOnly | <closeOnly> |
      When anyone asks getMarkets:
        | activeOnly | true |
      Then the response is ok with:
        | .          | <active> |
        | [0].symbol | <first>  |

      Examples:
        | state      | open  | closeOnly | active    | first    |
        | open       | true  | false     | <9 items> | BTC-USDT |
        | close-only | true  | true      | <9 items> | BTC-USDT |
        | closed     | false | false     | <8 items> | ETH-USDT |

    @clause:MARKET-FIELD-ISOPEN @assumed @any-market
    Scenario: getMarkets with activeOnly lists only open markets
      When anyone asks getMarkets:
        | activeOnly | true |
      Then the response lists the open markets

    @clause:MARKET-FIELD-ISOPEN @assumed
    Scenario: a market with trading hours closes at its hour
      Given 22 hours pass
      When anyone asks getMarkets
      Then the response is ok with:
        | [7].isOpen | true     |
        | [8].symbol | WTI-USDT |
        | [8].isOpen | false    |
