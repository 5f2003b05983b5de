@trade @transferCollateral @negative
Feature: transferCollateral refuses foreign subaccounts, unknown assets and invalid amounts
  Background:
    Given the world "quiet"
    And "trader" also owns the subaccount "savings"
    And "stranger" is a trader

  Rule: the signer must be owner or manager of both ends, which is checked first

    @clause:TRANSFERCOLLATERAL-AUTH-SOURCE
    Scenario: transferCollateral refuses a source of another owner
      When "stranger" sends transferCollateral for "trader":
        | destinationSubAccountId | {stranger id} |
        | symbol                  | USDT          |
        | amount                  | 100           |
      Then the response is refused with 401 UNAUTHORIZED "not the owner or manager of this subaccount"
      And nothing changed

    @transition:transfer/none/transfer-foreign
    @clause:TRANSFERCOLLATERAL-AUTH-DESTINATION
    Scenario: transferCollateral refuses a destination of another owner
      When "trader" sends transferCollateral:
        | destinationSubAccountId | {stranger id} |
        | symbol                  | USDT          |
        | amount                  | 100           |
      Then the response is refused with 401 UNAUTHORIZED "not the owner or manager of this subaccount"
      And nothing changed

    @clause:TRANSFERCOLLATERAL-AUTH-DESTINATION @assumed @R-27
    Scenario Outline: transferCollateral refuses a foreign source before it checks <what>
      When "trader" sends transferCollateral:
        | destinationSubAccountId | <to>     |
        | symbol                  | <symbol> |
        | amount                  | <amount> |
      Then the response is refused with 401 UNAUTHORIZED "not the owner or manager of this subaccount"
      And nothing changed

      Examples:
        | what                            | to                  | symbol | amount    |
        | an asset that there is not      | {stranger id}       | QQQQ   | 100       |
        | an amount that is too precise   | {stranger id}       | USDT   | 0.0000001 |
        | an amount that is not there     | {stranger id}       | USDT   | 9000000   |
        | a destination that there is not | 9223372036854775806 | USDT   | 100       |

    @clause:TRANSFERCOLLATERAL-AUTH-DESTINATION @clause:ROLE-MANAGER-TRANSFERCOLLATERAL
    Scenario: transferCollateral refuses a manager of one end alone
      Given "stranger" is the manager of "trader"
      And "other" is a trader
      When "stranger" sends transferCollateral for "trader":
        | destinationSubAccountId | {savings id} |
        | symbol                  | USDT         |
        | amount                  | 1            |
      Then the response is ok
      When "stranger" sends transferCollateral for "trader":
        | destinationSubAccountId | {other id} |
        | symbol                  | USDT       |
        | amount                  | 1          |
      Then the response is refused with 401 UNAUTHORIZED "not the owner or manager of this subaccount"
      And nothing changed

    @clause:TRANSFERCOLLATERAL-AUTH-DESTINATION @assumed @R-83
    Scenario Outline: transferCollateral refuses a <role> of the source that is a <other role> of a foreign destination
      Given "other" is a trader
      And "<signer>" is the manager of "<first>"
      And "<signer>" is the manager of "<second>"
      When "<signer>" sends transferCollateral for "<source>":
        | destinationSubAccountId | {<destination> id} |
        | symbol                  | USDT               |
        | amount                  | 1                  |
      Then the response is refused with 401 UNAUTHORIZED "not the owner or manager of this subaccount"
      And nothing changed

      Examples:
        | role    | other role | signer   | first  | second | source   | destination |
        | manager | manager    | keeper   | trader | other  | trader   | other       |
        | owner   | manager    | stranger | trader | other  | stranger | other       |
        | manager | owner      | stranger | trader | other  | trader   | stranger    |

    Scenario Outline: transferCollateral refuses a <kind> delegate
      Given "helper" is a <kind> delegate of "trader"
      When "helper" sends transferCollateral for "trader":
        | destinationSubAccountId | {savings id} |
        | symbol                  | USDT         |
        | amount                  | 100          |
      Then the response is refused with 401 UNAUTHORIZED "not the owner or manager of this subaccount"
      And nothing changed

      @clause:ROLE-SESSION-TRANSFERCOLLATERAL
      Examples: trading access
        | kind    |
        | session |

      @clause:ROLE-DELEGATE-TRANSFERCOLLATERAL
      Examples: trading access and more
        | kind |
        | full |

    @clause:AUTH-TYPE-TRANSFERCOLLATERAL @assumed
    Scenario Outline: transferCollateral is refused if <field> was changed after signing
      When "trader" sends transferCollateral:
        | to                      | {savings id} |
        | symbol                  | USDT         |
        | amount                  | 100          |
        | tampered.params.<field> | <value>      |
      Then the response is refused with 401 UNAUTHORIZED "not the owner or manager of this subaccount"
      And nothing changed

      Examples:
        | field  | value       |
        | amount | 100.0       |
        | symbol | WETH        |
        | to     | {trader id} |

  Rule: asset and amount must be transferable

    Scenario Outline: transferCollateral of <what> is refused with <code>
      When "trader" sends transferCollateral:
        | destinationSubAccountId | {savings id} |
        | symbol                  | <symbol>     |
        | amount                  | <amount>     |
      Then the response is refused with 400 <code> "<message>"
      And nothing changed

      @clause:TRANSFERCOLLATERAL-PRECISION @clause:CONV-COLLATERAL-PRECISION-OVER
      Examples: more decimals than collaterals of the target have
        | what                             | symbol                  | amount                         | code             | message                                                                                                                                             |
        | a tenth of a unit to settle in   | {settlement collateral} | {settlement unit / 10}         | VALIDATION_ERROR | transfer quantity for {settlement collateral} does not conform to quantity tick size (allowed precision: {settlement decimals} decimal places)      |
        | a tenth of a unit with a haircut | {haircut collateral}    | {haircut collateral unit / 10} | VALIDATION_ERROR | transfer quantity for {haircut collateral} does not conform to quantity tick size (allowed precision: {haircut collateral decimals} decimal places) |

      @clause:TRANSFERCOLLATERAL-PRECISION @clause:CONV-COLLATERAL-PRECISION-OVER @needs:usual-schedule
      Examples: more decimals than the asset has
        | what              | symbol | amount      | code             | message                                                                                                 |
        | a seventh of USDT | USDT   | 0.0000001   | VALIDATION_ERROR | transfer quantity for USDT does not conform to quantity tick size (allowed precision: 6 decimal places) |
        | a ninth of WETH   | WETH   | 1.000000001 | VALIDATION_ERROR | transfer quantity for WETH does not conform to quantity tick size (allowed precision: 8 decimal places) |
        | a ninth of BTC    | BTC    | .000000001  | VALIDATION_ERROR | transfer quantity for BTC does not conform to quantity tick size (allowed precision: 8 decimal places)  |

      @clause:TRANSFERCOLLATERAL-ERR-ASSET @clause:ERR-ASSET-NOT-FOUND
      Examples: unknown assets
        | what             | symbol                                 | amount | code            | message         |
        | an unknown asset | QQQQ                                   | 1      | ASSET_NOT_FOUND | asset not found |
        | another spelling | {settlement collateral, in lower case} | 1      | ASSET_NOT_FOUND | asset not found |
        | a market         | {market}                               | 1      | ASSET_NOT_FOUND | asset not found |

      @clause:TRANSFERCOLLATERAL-ERR-BALANCE @assumed
      Examples: more than the account has
        | what                        | symbol                  | amount       | code                | message             |
        | far too much to settle in   | {settlement collateral} | 900000000000 | INSUFFICIENT_MARGIN | insufficient margin |
        | far too much with a haircut | {haircut collateral}    | 900000000000 | INSUFFICIENT_MARGIN | insufficient margin |

      @clause:TRANSFERCOLLATERAL-ERR-BALANCE @assumed @needs:fresh-account
      Examples: more than there is
        | what                | symbol | amount         | code                | message             |
        | a unit more of USDT | USDT   | 1000000.000001 | INSUFFICIENT_MARGIN | insufficient margin |
        | a unit more of WETH | WETH   | 20.00000001    | INSUFFICIENT_MARGIN | insufficient margin |

      @clause:TRANSFERCOLLATERAL-ERR-VALUE @assumed
      Examples: not positive
        | what     | symbol                  | amount | code          | message                         |
        | nothing  | {settlement collateral} | 0      | INVALID_VALUE | amount must be a positive value |
        | no cents | {settlement collateral} | 0.00   | INVALID_VALUE | amount must be a positive value |
        | less     | {settlement collateral} | -1     | INVALID_VALUE | amount must be a positive value |

      @clause:TRANSFERCOLLATERAL-ERR-VALIDATION @assumed
      Examples: no number
        | what        | symbol                  | amount | code             | message                               |
        | words       | {settlement collateral} | ten    | VALIDATION_ERROR | amount must be a valid decimal number |
        | an exponent | {settlement collateral} | 1e3    | VALIDATION_ERROR | amount must be a valid decimal number |
        | a sign      | {settlement collateral} | +1     | VALIDATION_ERROR | amount must be a valid decimal number |

      @clause:TRANSFERCOLLATERAL-ERR-VALIDATION @assumed @R-104 @R-106
      Examples: empty or too long
        | what             | symbol                | amount                                                                                                                            | code             | message                                         |
        | no amount        | USDT                  | <empty>                                                                                                                           | VALIDATION_ERROR | amount must be a valid decimal number           |
        | an absent amount | USDT                  | <absent>                                                                                                                          | VALIDATION_ERROR | amount must be a valid decimal number           |
        | no asset         | <empty>               | 1                                                                                                                                 | INVALID_FORMAT   | asset name empty                                |
        | an absent asset  | <absent>              | 1                                                                                                                                 | INVALID_FORMAT   | asset name empty                                |
        | 21 letters       | ABCDEFGHIJKLMNOPQRSTU | 1                                                                                                                                 | VALIDATION_ERROR | symbol exceeds maximum length of 20 characters  |
        | 129 digits       | USDT                  | 000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001 | VALIDATION_ERROR | amount exceeds maximum length of 128 characters |

    @clause:TRANSFERCOLLATERAL-ERR-VALIDATION @clause:TRANSFERCOLLATERAL-PARAM-DESTINATIONSUBACCOUNTID @assumed
    Scenario Outline: transferCollateral refuses the destination <to>
      When "trader" sends transferCollateral:
        | to                      | <to>    |
        | destinationSubAccountId | <other> |
        | symbol                  | USDT    |
        | amount                  | 1       |
      Then the response is refused with 400 VALIDATION_ERROR beginning "<message>"
      And nothing changed

      Examples:
        | to                  | other        | message                                                                  |
        | <absent>            | <absent>     | to must be a valid positive integer                                      |
        | 0                   | <absent>     | to must be a valid positive integer                                      |
        | -5                  | <absent>     | to must be a valid positive integer                                      |
        | savings             | <absent>     | to must be a valid positive integer                                      |
        | 9223372036854775807 | <absent>     | to must be a valid positive integer                                      |
        | {trader id}         | {savings id} | cannot specify both to and destinationSubAccountId with different values |
        | {trader id}         | <absent>     | invalid request                                                          |
