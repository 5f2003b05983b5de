@risk @figures @assumed
Feature: what is moved is worth the index of its moment, not the mark
  Background:
    Given the world "bare"
    And "owner" also owns the subaccount "account"
    And "account" receives "2.5" WETH

  Rule: records show the value before any haircut, rounded to the eighth decimal

    # 0.33333333 x 3,301.7 = 1,100.566655661.
    @clause:BALUPD-FIELD-AMOUNT @clause:BALUPD-FIELD-FEE @clause:BALUPD-FIELD-GROSSAMOUNT @clause:BALUPD-FIELD-USDTNOTIONAL
    @clause:TRANSFER-FIELD-AMOUNT @clause:TRANSFER-FIELD-USDTNOTIONAL
    Scenario: a transfer of ether is worth the same at both ends
      Given the index of "ETH-USDT" is "3301.7"
      And the mark of "ETH-USDT" is "3310"
      And "account" has transferred "0.33333333" WETH to "owner"
      When "account" sends getBalanceUpdates:
        | actionFilter | TRANSFER |
      Then "balanceUpdates" of the response lists:
        | collateral | amount      | fee | grossAmount | usdtNotional  |
        | WETH       | -0.33333333 | 0   | 0.33333333  | 1100.56665566 |
      When "owner" sends getBalanceUpdates:
        | actionFilter | TRANSFER |
      Then "balanceUpdates" of the response lists:
        | collateral | amount     | fee | grossAmount | usdtNotional  |
        | WETH       | 0.33333333 | 0   | 0.33333333  | 1100.56665566 |
      When "account" sends getTransfers
      Then "transfers" of the response lists:
        | symbol | amount     | usdtNotional  |
        | WETH   | 0.33333333 | 1100.56665566 |

    # The fee of 0.0017 is part of what is taken: 0.33333333 in all, of which 0.33163333 arrive.
    @clause:BALUPD-FIELD-AMOUNT @clause:BALUPD-FIELD-FEE @clause:BALUPD-FIELD-GROSSAMOUNT @clause:BALUPD-FIELD-USDTNOTIONAL
    @clause:BALUPD-AMOUNT-NEGATIVE-WITHDRAWAL
    Scenario: a withdrawal of ether takes its fee along
      Given the index of "ETH-USDT" is "3301.7"
      And the mark of "ETH-USDT" is "3310"
      And "account" has sent withdrawCollateral:
        | symbol      | WETH            |
        | amount      | 0.33333333      |
        | destination | {owner address} |
      When "account" sends getBalanceUpdates:
        | actionFilter | WITHDRAWAL |
      Then "balanceUpdates" of the response lists:
        | collateral | amount      | fee    | grossAmount | usdtNotional  |
        | WETH       | -0.33333333 | 0.0017 | 0.33333333  | 1100.56665566 |

  Rule: an exchange pays the index less the haircut

    # 1,000 / (3,301.7 x 0.95) = 0.318815028..., rounded up.
    @clause:VOLUNTARYCOLLATERALEXCHANGE
    Scenario: an exchange of ether takes the index for a price
      Given the index of "ETH-USDT" is "3301.7"
      And the mark of "ETH-USDT" is "3310"
      When "account" sends voluntaryCollateralExchange:
        | sourceAsset      | WETH |
        | targetUSDTAmount | 1000 |
      Then the response is ok with:
        | sourceAmountTaken | 0.31881503 |
        | targetAmount      | 1000       |
        | indexPrice        | 3301.7     |
        | effectiveHaircut  | 0.05       |
      And these facts changed, and no others:
        | fact         | from | to         |
        | account WETH | 2.5  | 2.18118497 |
        | account USDT | none | 1000       |
