@info
Feature: lists of markets, assets, tiers and prices hold in any deployment
  Background:
    Given the world "quiet"

  Rule: what is published has the form and the names of the contract

    @getMarkets @clause:GETMARKETS @clause:CONV-SYMBOL-FORM @clause:MARKET-FIELD-SETTLEASSET @clause:MARKET-FIELD-ORDERSIZEINCREMENT @assumed
    Scenario: getMarkets lists the market with the figures of its orders
      When anyone asks getMarkets
      Then the response has among others:
        | symbol   | baseAsset | settleAsset  | quoteAsset | isOpen | priceIncrement | orderSizeIncrement | minOrderSize   |
        | {market} | {base}    | {settlement} | <text>     | true   | {tick}         | {lot}              | {minimum size} |

    @getMids @clause:GETMIDS @clause:GETMIDS-NO-FILTER
    Scenario: getMids shows the mids of other markets although a symbol is asked for
      When anyone asks getMids:
        | symbol | {market} |
      Then the response is ok with:
        | {market}        | <decimal> |
        | {second market} | <decimal> |

    @getOpenInterest @clause:GETOPENINTEREST @assumed
    Scenario: getOpenInterest takes a symbol in lower case and lists that market alone
      Given "trader" buys "{size}" of "{market}" from "maker"
      When anyone asks getOpenInterest:
        | symbol | {market, in lower case} |
      Then the response lists:
        | symbol   | openInterest | longOpenInterest | shortOpenInterest | timestamp |
        | {market} | <decimal>    | <decimal>        | <decimal>         | <ms>      |

    @getTiers @clause:GETTIERS @clause:CONV-DECIMAL-STRINGS @any-market
    Scenario: every tier has its rates, its least volume and its limits
      When anyone asks getTiers
      Then every item of the response is:
        | tierId             | <text>    |
        | tierName           | <text>    |
        | minTradeVolume     | <decimal> |
        | makerFeeRate       | <decimal> |
        | takerFeeRate       | <decimal> |
        | maxSubAccounts     | <integer> |
        | maxOrdersPerMarket | <integer> |
        | maxTotalOrders     | <integer> |
        | maxBorrowCapacity  | <decimal> |

    @getAssets @clause:GETASSETS @clause:ASSET-FIELD-QUANTITYPRECISION @any-market @assumed
    Scenario: every asset has its decimals, and its precision under both names
      When anyone asks getAssets
      Then every item of the response is:
        | symbol            | <text>    |
        | decimals          | <integer> |
        | quantityPrecision | <integer> |
        | QuantityPrecision | <integer> |
        | isCollateral      | <boolean> |
        | withdrawFee       | <decimal> |

    @getCollaterals @clause:GETCOLLATERALS @clause:ASSET-FIELD-QUANTITYPRECISION @clause:AUTH-INFO-NONE @any-market @assumed
    Scenario: every collateral has its caps and fees, and haircut bands that begin at zero
      When anyone asks getCollaterals
      Then every item of the response is:
        | collateral         | <text>    |
        | depositCap         | <decimal> |
        | ltv                | <decimal> |
        | lltv               | <decimal> |
        | withdrawFee        | <decimal> |
        | quantityPrecision  | <integer> |
        | QuantityPrecision  | <integer> |
        | tiers[0].minAmount | 0         |
        | tiers[0].haircut   | <decimal> |
