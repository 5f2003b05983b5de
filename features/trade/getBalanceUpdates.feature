@trade @getBalanceUpdates
Feature: getBalanceUpdates lists deposits, withdrawals and transfers of a subaccount
  Background:
    Given the world "quiet"
    And "trader" also owns the subaccount "savings"

  Rule: every movement leaves a record on the subaccount it changes

    @transition:balance-update/none/deposit
    @clause:GETBALANCEUPDATES @clause:BALUPD-FIELD-ID @clause:BALUPD-FIELD-SUBACCOUNTID @clause:BALUPD-FIELD-ACTION
    @clause:BALUPD-FIELD-STATUS @clause:BALUPD-FIELD-AMOUNT @clause:BALUPD-FIELD-FEE @clause:BALUPD-FIELD-GROSSAMOUNT
    @clause:BALUPD-FIELD-COLLATERAL @clause:BALUPD-FIELD-USDTNOTIONAL @clause:BALUPD-FIELD-TIMESTAMP @clause:BALUPD-FIELD-TXHASH
    @clause:AUTH-NONONCE-GETBALANCEUPDATES @assumed
    Scenario: getBalanceUpdates lists a deposit
      Given "savings" receives "2.5" WETH
      When "savings" sends getBalanceUpdates
      Then "balanceUpdates" of the response lists:
        | id   | subAccountId | action  | status  | amount | fee | grossAmount | collateral | usdtNotional | timestamp    | txHash |
        | <id> | {savings id} | DEPOSIT | success | 2.5    | 0   | 2.5         | WETH       | 8250         | number {now} | <text> |
      And "balanceUpdates[0]" of the response has exactly the keys "id, subAccountId, action, status, amount, fee, grossAmount, collateral, usdtNotional, timestamp, txHash"

    @transition:balance-update/none/withdraw @transition:balance-update/pending/succeed
    @clause:BALUPD-AMOUNT-NEGATIVE-WITHDRAWAL @clause:BALUPD-FIELD-FEE @clause:BALUPD-FIELD-GROSSAMOUNT @clause:BALUPD-FIELD-DESTINATIONADDRESS
    @clause:BALUPD-FIELD-TXHASH @clause:STATE-BALUPD-PENDING @clause:STATE-BALUPD-SUCCESS @assumed
    Scenario: getBalanceUpdates lists a withdrawal as pending and then as success
      Given "savings" receives "1000" USDT
      And "savings" has withdrawn "250.5" USDT as "payment"
      When "savings" sends getBalanceUpdates:
        | actionFilter | WITHDRAWAL |
      Then "balanceUpdates" of the response lists:
        | status  | amount | fee | grossAmount | usdtNotional | destinationAddress | txHash   |
        | pending | -250.5 | 5   | 250.5       | 250.5        | {trader address}   | <absent> |
      When the withdrawal "payment" succeeds
      And "savings" sends getBalanceUpdates:
        | actionFilter | WITHDRAWAL |
      Then "balanceUpdates" of the response lists:
        | status  | amount | fee | grossAmount | usdtNotional | destinationAddress | txHash |
        | success | -250.5 | 5   | 250.5       | 250.5        | {trader address}   | <text> |

    @transition:balance-update/none/transfer
    @clause:BALUPD-FIELD-FROMSUBACCOUNTID @clause:BALUPD-FIELD-TOSUBACCOUNTID @clause:BALUPD-FIELD-AMOUNT @clause:STATE-BALUPD-SUCCESS @assumed
    @needs:reference-market
    Scenario: getBalanceUpdates lists a transfer at both ends
      Given "trader" has transferred "0.5" BTC to "savings"
      When "trader" sends getBalanceUpdates:
        | actionFilter | TRANSFER |
      Then "balanceUpdates" of the response lists:
        | subAccountId | action   | status  | amount | fee | grossAmount | collateral | usdtNotional | fromSubAccountId | toSubAccountId | txHash   |
        | {trader id}  | TRANSFER | success | -0.5   | 0   | 0.5         | BTC        | 47500        | {trader id}      | {savings id}   | <absent> |
      When "savings" sends getBalanceUpdates
      Then "balanceUpdates" of the response lists:
        | subAccountId | action   | status  | amount | fee | grossAmount | collateral | usdtNotional | fromSubAccountId | toSubAccountId | destinationAddress |
        | {savings id} | TRANSFER | success | 0.5    | 0   | 0.5         | BTC        | 47500        | {trader id}      | {savings id}   | <absent>           |

    @clause:BALUPD-FIELD-FROMSUBACCOUNTID @clause:BALUPD-FIELD-TOSUBACCOUNTID @clause:BALUPD-FIELD-AMOUNT @clause:BALUPD-FIELD-USDTNOTIONAL @assumed
    Scenario: getBalanceUpdates values a transfer of the settlement asset at its amount
      Given "trader" has transferred "3.25" USDT to "savings"
      When "savings" sends getBalanceUpdates:
        | actionFilter | TRANSFER |
      Then "balanceUpdates" of the response lists:
        | subAccountId | action   | status  | amount | fee | grossAmount | collateral | usdtNotional | fromSubAccountId | toSubAccountId |
        | {savings id} | TRANSFER | success | 3.25   | 0   | 3.25        | USDT       | 3.25         | {trader id}      | {savings id}   |

    @clause:BALUPD-FIELD-USDTNOTIONAL
    Scenario: getBalanceUpdates keeps the value that an amount had at the time
      Given "savings" receives "1" WETH
      And the index of "ETH-USDT" is "4000"
      And "savings" receives "1" WETH
      When "savings" sends getBalanceUpdates
      Then "balanceUpdates" of the response lists:
        | amount | usdtNotional |
        | 1      | 4000         |
        | 1      | 3300         |

    @clause:GETBALANCEUPDATES @assumed @R-80 @needs:fresh-account
    Scenario: getBalanceUpdates lists the deposits that funded the account
      When "trader" sends getBalanceUpdates
      Then "balanceUpdates" of the response lists:
        | action  | collateral | amount  | usdtNotional |
        | DEPOSIT | BTC        | 1       | 95000        |
        | DEPOSIT | WETH       | 20      | 66000        |
        | DEPOSIT | USDT       | 1000000 | 1000000      |

    # An exchange is none of the three kinds; without its two rows the list would not add up to the balance.
    @clause:GETBALANCEUPDATES @assumed
    Scenario: getBalanceUpdates lists an exchange of collateral as one movement out and one in
      Given "savings" receives "3" WETH
      And "savings" has sent voluntaryCollateralExchange:
        | sourceAsset      | WETH |
        | targetUSDTAmount | 3135 |
      When "savings" sends getBalanceUpdates:
        | actionFilter | TRANSFER |
      Then "balanceUpdates" of the response lists:
        | collateral | amount | usdtNotional | fromSubAccountId | toSubAccountId |
        | USDT       | 3135   | 3135         | <absent>         | <absent>       |
        | WETH       | -1     | 3300         | <absent>         | <absent>       |

    @clause:GETBALANCEUPDATES @clause:GETBALANCEUPDATES-ORDERING
    Scenario: getBalanceUpdates lists the newest first and no records of other subaccounts
      Given "savings" receives "1" USDT
      And 1 ms pass
      And "trader" receives "7" USDT
      And "savings" receives "2" USDT
      When "savings" sends getBalanceUpdates
      Then "balanceUpdates" of the response lists:
        | amount | timestamp           |
        | 2      | number {now}        |
        | 1      | number {now - 1 ms} |

    @clause:ROLE-SESSION-GETBALANCEUPDATES
    Scenario: getBalanceUpdates responds to a session delegate
      Given "savings" receives "1" USDT
      And "helper" is a session delegate of "savings"
      When "helper" sends getBalanceUpdates for "savings"
      Then the response is ok with:
        | balanceUpdates | <1 item> |

    @clause:GETBALANCEUPDATES-ORDERING @assumed
    Scenario: getBalanceUpdates lists the later of two simultaneous deposits first
      Given "latest" is a trader
      And "latest" receives "1" USDT
      And "latest" receives "2" USDT
      When "latest" sends getBalanceUpdates
      Then the response is ok with:
        | balanceUpdates[0].amount | 2 |
        | balanceUpdates[1].amount | 1 |
