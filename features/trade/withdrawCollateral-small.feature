@trade @withdrawCollateral
Feature: withdrawCollateral handles small amounts on any deployment
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: only the owner and managers withdraw

    @negative
    Scenario Outline: withdrawCollateral refuses <who> any amount
      Given "helper" is the <role> of "trader"
      When "helper" sends withdrawCollateral for "trader":
        | symbol      | USDT             |
        | amount      | 5                |
        | destination | {trader address} |
      Then the response is refused with 401 UNAUTHORIZED "not the owner or manager of this subaccount"
      And nothing changed

      @clause:ROLE-SESSION-WITHDRAWCOLLATERAL @assumed
      Examples: session
        | who              | role    |
        | a session signer | session |

      @clause:ROLE-DELEGATE-WITHDRAWCOLLATERAL @assumed
      Examples: delegate
        | who        | role     |
        | a delegate | delegate |

      @clause:ROLE-STRANGER-WRITE @assumed
      Examples: signers without a right
        | who        | role     |
        | a stranger | stranger |

  Rule: an amount is refused the same under both names

    @clause:WITHDRAWCOLLATERAL-ALIAS @clause:WITHDRAW-ERR-FEE @assumed @R-12 @negative
    Scenario Outline: <name> of the fee alone is refused
      When "trader" sends <name>:
        | symbol      | USDT             |
        | amount      | 5                |
        | destination | {trader address} |
      Then the response is refused with 400 VALIDATION_ERROR "withdrawal amount must be greater than 5 USDT fee"
      And nothing changed

      Examples:
        | name               |
        | withdrawCollateral |
        | withdraw           |

    @clause:WITHDRAWCOLLATERAL @assumed @negative
    Scenario: withdrawCollateral of an excessive amount is refused
      When "trader" sends withdrawCollateral:
        | symbol      | USDT             |
        | amount      | 1000000000000    |
        | destination | {trader address} |
      Then the response is refused with 400 VALIDATION_ERROR "Insufficient withdrawable balance"
      And nothing changed

    @clause:WITHDRAW-ERR-PRECISION @clause:CONV-COLLATERAL-PRECISION-OVER @assumed @negative
    Scenario: withdrawCollateral of an amount with a seventh decimal is refused
      When "trader" sends withdrawCollateral:
        | symbol      | USDT             |
        | amount      | 4.0000001        |
        | destination | {trader address} |
      Then the response is refused with 400 VALIDATION_ERROR "withdrawal quantity for USDT does not conform to quantity tick size (allowed precision: 6 decimal places)"
      And nothing changed

  Rule: a withdrawal is listed with its fee

    @clause:WITHDRAWCOLLATERAL @clause:ROLE-OWNER-WITHDRAWCOLLATERAL @clause:WITHDRAW-FEE-USDT @clause:BALUPD-AMOUNT-NEGATIVE-WITHDRAWAL
    @clause:BALUPD-FIELD-GROSSAMOUNT @clause:BALUPD-FIELD-FEE @clause:BALUPD-FIELD-DESTINATIONADDRESS @clause:STATE-BALUPD-PENDING @assumed
    Scenario: withdrawCollateral of one USDT above the fee reduces the balance and is listed
      Given "trader" sends getSubAccount
      And "collaterals[symbol=USDT].quantity" of the response is called "before"
      When "trader" sends withdrawCollateral:
        | symbol      | USDT             |
        | amount      | 6                |
        | destination | {trader address} |
      Then the response is ok with:
        | requestId   | <text>           |
        | symbol      | USDT             |
        | amount      | 6                |
        | destination | {trader address} |
      When "trader" sends getSubAccount
      Then "collaterals[symbol=USDT].quantity" of the response is not "{before}"
      When "trader" sends getBalanceUpdates:
        | actionFilter | WITHDRAWAL |
        | limit        | number 1   |
      Then "balanceUpdates" of the response lists:
        | subAccountId | action     | amount | fee | grossAmount | collateral | usdtNotional | destinationAddress |
        | {trader id}  | WITHDRAWAL | -6     | 5   | 6           | USDT       | 6            | {trader address}   |

    @clause:AUTH-TYPE-WITHDRAWCOLLATERAL @clause:AUTH-EXPIRESAFTER-FUTURE @clause:BALUPD-AMOUNT-NEGATIVE-WITHDRAWAL @assumed
    Scenario: a withdrawal signed as WithdrawCollateral before its expiry is paid to the signed destination
      When "trader" sends withdrawCollateral:
        | symbol             | USDT                                                                                                                                         |
        | amount             | 7                                                                                                                                            |
        | destination        | {trader address}                                                                                                                             |
        | top.nonce          | number {now + 3 s}                                                                                                                           |
        | top.expiresAfter   | number {now + 1 h}                                                                                                                           |
        | signing.as.type    | WithdrawCollateral(uint256 subAccountId,string symbol,string amount,address destination,uint256 nonce,uint256 expiresAfter)                  |
        | signing.as.message | {"subAccountId":"{trader id}","symbol":"USDT","amount":"7","destination":"{trader address}","nonce":{now + 3 s},"expiresAfter":{now + 1 h}} |
      Then the response is ok
      When "trader" sends getBalanceUpdates:
        | actionFilter | WITHDRAWAL |
        | limit        | number 1   |
      Then "balanceUpdates" of the response lists:
        | action     | amount | fee | grossAmount | destinationAddress |
        | WITHDRAWAL | -7     | 5   | 7           | {trader address}   |
