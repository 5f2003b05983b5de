@info @getAssets @assumed
Feature: getAssets lists the assets that balances are held in
  Background:
    Given the world "quiet"

  Rule: each asset has its precision

    @clause:GETASSETS @clause:ASSET-FIELD-QUANTITYPRECISION
    Scenario: getAssets lists the three assets
      When anyone asks getAssets
      Then the response lists:
        | symbol | name   | decimals  | quantityPrecision | QuantityPrecision | isCollateral | withdrawFee |
        | USDT   | <text> | number 6  | number 6          | number 6          | true         | 5           |
        | WETH   | <text> | number 18 | number 8          | number 8          | true         | 0.0017      |
        | BTC    | <text> | number 8  | number 8          | number 8          | true         | 0.00005     |
