@trade @withdrawCollateral @negative
Feature: withdrawCollateral refuses invalid amounts, destinations and signers
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: the amount must be above the fee of the asset

    @transition:balance-update/none/withdraw-invalid
    @needs:usual-schedule
    Scenario Outline: withdrawCollateral refuses <amount> <asset>, which do not exceed the fee of <fee>
      When "trader" sends withdrawCollateral:
        | symbol      | <asset>          |
        | amount      | <amount>         |
        | destination | {trader address} |
      Then the response is refused with 400 VALIDATION_ERROR "withdrawal amount must be greater than <fee> <asset> fee"
      And nothing changed

      @clause:WITHDRAW-FEE-USDT @clause:WITHDRAW-ERR-FEE
      Examples: USDT
        | asset | amount   | fee |
        | USDT  | 5        | 5   |
        | USDT  | 4.999999 | 5   |

      @clause:WITHDRAW-FEE-WETH @clause:WITHDRAW-ERR-FEE
      Examples: WETH
        | asset | amount | fee    |
        | WETH  | 0.0017 | 0.0017 |

      @clause:WITHDRAW-FEE-BTC @clause:WITHDRAW-ERR-FEE
      Examples: BTC
        | asset | amount  | fee     |
        | BTC   | 0.00005 | 0.00005 |

    @needs:usual-schedule
    Scenario Outline: withdrawCollateral accepts <amount> <asset>, one unit above the fee
      Given "trader" has withdrawn "<amount>" <asset> as "payment"
      When "trader" sends getBalanceUpdates:
        | actionFilter | WITHDRAWAL |
      Then "balanceUpdates" of the response lists:
        | collateral | fee   | grossAmount |
        | <asset>    | <fee> | <amount>    |

      @clause:WITHDRAW-FEE-USDT
      Examples: USDT
        | asset | amount   | fee |
        | USDT  | 5.000001 | 5   |

      @clause:WITHDRAW-FEE-WETH
      Examples: WETH
        | asset | amount     | fee    |
        | WETH  | 0.00170001 | 0.0017 |

      @clause:WITHDRAW-FEE-BTC
      Examples: BTC
        | asset | amount     | fee     |
        | BTC   | 0.00005001 | 0.00005 |

  Rule: the amount must be available

    Scenario Outline: withdrawCollateral of <what> is refused
      When "trader" sends withdrawCollateral:
        | symbol      | <asset>          |
        | amount      | <amount>         |
        | destination | {trader address} |
      Then the response is refused with 400 <code> "<message>"
      And nothing changed

      @clause:WITHDRAW-ERR-ZERO
      Examples: nothing
        | what        | asset | amount | code             | message                            |
        | zero        | USDT  | 0      | VALIDATION_ERROR | withdrawal amount must be positive |
        | zero cents  | USDT  | 0.00   | VALIDATION_ERROR | withdrawal amount must be positive |

      @clause:WITHDRAW-ERR-PRECISION @clause:CONV-COLLATERAL-PRECISION-OVER @assumed
      Examples: too precise
        | what            | asset | amount       | code             | message                                                                                                 |
        | a tenth of a unit of USDT | USDT | 10.0000001 | VALIDATION_ERROR | withdrawal quantity for USDT does not conform to quantity tick size (allowed precision: 6 decimal places) |
        | a tenth of a unit of BTC  | BTC  | 0.100000001 | VALIDATION_ERROR | withdrawal quantity for BTC does not conform to quantity tick size (allowed precision: 8 decimal places)  |

      @clause:WITHDRAWCOLLATERAL @assumed
      Examples: other amounts
        | what               | asset   | amount         | code             | message                               |
        | less than nothing  | USDT    | -10            | VALIDATION_ERROR | amount must be a positive value       |
        | words              | USDT    | ten            | VALIDATION_ERROR | amount must be a valid decimal number |
        | no amount          | USDT    | <empty>        | VALIDATION_ERROR | amount must be a positive value       |
        | an absent amount   | USDT    | <absent>       | VALIDATION_ERROR | amount must be a positive value       |
        | no asset           | <empty> | 10             | VALIDATION_ERROR | symbol is required                    |
        | an unknown asset   | QQQQ    | 10             | ASSET_NOT_FOUND  | asset not found                       |
        | a unit too much    | USDT    | 1000000.000001 | VALIDATION_ERROR | Insufficient withdrawable balance     |

      @clause:WITHDRAWCOLLATERAL @assumed @R-104 @R-106
      Examples: spelling and length
        | what                  | asset                 | amount | code             | message                                        |
        | an asset in lower case | usdt                 | 10     | VALIDATION_ERROR | symbol must use canonical uppercase format     |
        | a padded asset        | text  USDT            | 10     | VALIDATION_ERROR | symbol must use canonical uppercase format     |
        | an asset of 21 letters | ABCDEFGHIJKLMNOPQRSTU | 10    | VALIDATION_ERROR | symbol exceeds maximum length of 20 characters |
        | an amount of 129 digits | USDT                | 000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000010 | VALIDATION_ERROR | amount exceeds maximum length of 128 characters |

    @clause:WITHDRAWCOLLATERAL @assumed
    Scenario: withdrawCollateral refuses an amount that margin needs
      Given "trader" also owns the subaccount "hedge"
      And "hedge" receives "10000" USDT
      And "hedge" buys "1" BTC-USDT at "95010"
      When "hedge" sends withdrawCollateral:
        | symbol      | USDT             |
        | amount      | 442.495001       |
        | destination | {trader address} |
      Then the response is refused with 400 VALIDATION_ERROR "Insufficient withdrawable balance"
      And nothing changed

  Rule: the destination must be a wallet

    @clause:WITHDRAWCOLLATERAL @assumed @R-104
    Scenario Outline: withdrawCollateral refuses a destination that is <what>
      When "trader" sends withdrawCollateral:
        | symbol      | USDT    |
        | amount      | 100     |
        | destination | <value> |
      Then the response is refused with 400 VALIDATION_ERROR "<message>"
      And nothing changed

      Examples:
        | what      | value                                           | message                                                    |
        | left out  | <absent>                                        | destination address is required                            |
        | empty     | <empty>                                         | destination address is required                            |
        | padded    | text 0x00000000000000000000000000000000000000a\n  | destination must not include leading or trailing whitespace |
        | too short | 0x00000000000000000000000000000000000000a       | destination must be a valid Ethereum address               |
        | no hex    | 0x00000000000000000000000000000000000000gg      | destination must be a valid Ethereum address               |
        | too long  | 0x00000000000000000000000000000000000000aa0     | destination exceeds maximum length of 42 characters        |
        | padded beyond 42 characters | text  0x00000000000000000000000000000000000000aa | destination exceeds maximum length of 42 characters |

    @clause:WITHDRAWCOLLATERAL @assumed @R-94
    Scenario: withdrawCollateral refuses the zero address as a destination
      When "trader" sends withdrawCollateral:
        | symbol      | USDT                                       |
        | amount      | 100                                        |
        | destination | 0x0000000000000000000000000000000000000000 |
      Then the response is refused with 400 VALIDATION_ERROR "destination must not be the zero address"
      And nothing changed

  Rule: only the owner chooses the destination

    @clause:ROLE-MANAGER-WITHDRAWCOLLATERAL @assumed @R-83
    Scenario: withdrawCollateral refuses a manager that pays itself
      Given "keeper" is the manager of "trader"
      When "keeper" sends withdrawCollateral for "trader":
        | symbol      | USDT             |
        | amount      | 50               |
        | destination | {keeper address} |
      Then the response is refused with 403 FORBIDDEN "Managers may only withdraw to the owner's wallet address"
      And nothing changed

    Scenario Outline: withdrawCollateral refuses <who> as signer
      Given "helper" is the <role> of "trader"
      When "helper" sends withdrawCollateral for "trader":
        | symbol      | USDT             |
        | amount      | 50               |
        | destination | {trader address} |
      Then the response is refused with 401 UNAUTHORIZED "not the owner or manager of this subaccount"
      And nothing changed

      @clause:ROLE-SESSION-WITHDRAWCOLLATERAL @assumed
      Examples: session
        | who               | role    |
        | a session signer  | session |

      @clause:ROLE-DELEGATE-WITHDRAWCOLLATERAL @assumed
      Examples: delegate
        | who        | role     |
        | a delegate | delegate |

      @clause:ROLE-STRANGER-WRITE @assumed
      Examples: signers without a right
        | who        | role     |
        | a stranger | stranger |

    @clause:AUTH-TYPE-WITHDRAWCOLLATERAL @assumed
    Scenario Outline: withdrawCollateral is refused if <field> was changed after signing
      When "trader" sends withdrawCollateral:
        | symbol                  | USDT             |
        | amount                  | 100              |
        | destination             | {trader address} |
        | tampered.params.<field> | <value>          |
      Then the response is refused with 401 UNAUTHORIZED "not the owner or manager of this subaccount"
      And nothing changed

      Examples:
        | field       | value                                      |
        | amount      | 1000                                       |
        | symbol      | WETH                                       |
        | destination | 0x00000000000000000000000000000000000000aa |
