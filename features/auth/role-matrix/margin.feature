@trade @auth
Feature: the role of a signer decides whether it sets leverage and margin and exchanges collateral
  Background:
    Given the world "quiet"
    And "trader" has sent placeIsolatedOrder:
      | order          | {"symbol":"{third market}","side":"buy","orderType":"limitGtc","price":"{third far bid}","quantity":"{third size}"} |
      | leverage       | 2                                                                                                                   |
      | isolatedMargin | {third far ask x third size, rounded to 6 decimals}                                                                 |
    And "other" is a trader

  Rule: the owner, managers and delegates may send all of these, a session all but the exchange

    @clause:ROLE-STRANGER-WRITE
    Scenario Outline: <action> of the <principal> is accepted on its subaccount only
      Given "actor" is the <principal> of "trader"
      When "actor" sends <action> for "trader":
        | <p>      | <v> |
        | <q>      | <w> |
        | leverage | 2   |
      Then the response is ok with:
        | <path> | <cell> |
      When "actor" sends <action> for "other":
        | <p>      | <v> |
        | <q>      | <w> |
        | leverage | 2   |
      Then the response is <http> with:
        | error.code | <code> |
      And nothing changed

      @clause:ROLE-OWNER-ALL
      Examples: the owner
        | principal | action               | p      | v                                                                                                                      | q              | w                                                     | path                   | cell                                                     | http | code         |
        | owner     | updateLeverage       | symbol | {second market}                                                                                                        | reason         | <absent>                                              | newLeverage            | 2                                                        | 401  | UNAUTHORIZED |
        | owner     | placeIsolatedOrder   | order  | {"symbol":"{second market}","side":"buy","orderType":"limitGtc","price":"{second far bid}","quantity":"{second size}"} | isolatedMargin | {second far ask x second size, rounded to 6 decimals} | statuses[0].resting.id | <id>                                                     | 401  | UNAUTHORIZED |
        | owner     | updateIsolatedMargin | symbol | {third market}                                                                                                         | marginDelta    | 10                                                    | newIsolatedMargin      | {third far ask x third size + 10, rounded to 6 decimals} | 401  | UNAUTHORIZED |

      @clause:ROLE-MANAGER-TRADING @assumed @R-08
      Examples: a manager
        | principal | action               | p      | v                                                                                                                      | q              | w                                                     | path                   | cell                                                     | http | code         |
        | manager   | updateLeverage       | symbol | {second market}                                                                                                        | reason         | <absent>                                              | newLeverage            | 2                                                        | 401  | UNAUTHORIZED |
        | manager   | placeIsolatedOrder   | order  | {"symbol":"{second market}","side":"buy","orderType":"limitGtc","price":"{second far bid}","quantity":"{second size}"} | isolatedMargin | {second far ask x second size, rounded to 6 decimals} | statuses[0].resting.id | <id>                                                     | 401  | UNAUTHORIZED |
        | manager   | updateIsolatedMargin | symbol | {third market}                                                                                                         | marginDelta    | 10                                                    | newIsolatedMargin      | {third far ask x third size + 10, rounded to 6 decimals} | 401  | UNAUTHORIZED |

      @clause:ROLE-DELEGATE-TRADING @assumed
      Examples: a delegate with permission delegate
        | principal | action               | p      | v                                                                                                                      | q              | w                                                     | path                   | cell                                                     | http | code         |
        | delegate  | updateLeverage       | symbol | {second market}                                                                                                        | reason         | <absent>                                              | newLeverage            | 2                                                        | 401  | UNAUTHORIZED |
        | delegate  | placeIsolatedOrder   | order  | {"symbol":"{second market}","side":"buy","orderType":"limitGtc","price":"{second far bid}","quantity":"{second size}"} | isolatedMargin | {second far ask x second size, rounded to 6 decimals} | statuses[0].resting.id | <id>                                                     | 401  | UNAUTHORIZED |
        | delegate  | updateIsolatedMargin | symbol | {third market}                                                                                                         | marginDelta    | 10                                                    | newIsolatedMargin      | {third far ask x third size + 10, rounded to 6 decimals} | 401  | UNAUTHORIZED |

      @clause:ROLE-SESSION-UPDATELEVERAGE @clause:ROLE-SESSION-PLACEISOLATEDORDER @clause:ROLE-SESSION-UPDATEISOLATEDMARGIN @assumed @R-08
      Examples: a delegate with permission session
        | principal | action               | p      | v                                                                                                                      | q              | w                                                     | path                   | cell                                                     | http | code         |
        | session   | updateLeverage       | symbol | {second market}                                                                                                        | reason         | <absent>                                              | newLeverage            | 2                                                        | 401  | UNAUTHORIZED |
        | session   | placeIsolatedOrder   | order  | {"symbol":"{second market}","side":"buy","orderType":"limitGtc","price":"{second far bid}","quantity":"{second size}"} | isolatedMargin | {second far ask x second size, rounded to 6 decimals} | statuses[0].resting.id | <id>                                                     | 401  | UNAUTHORIZED |
        | session   | updateIsolatedMargin | symbol | {third market}                                                                                                         | marginDelta    | 10                                                    | newIsolatedMargin      | {third far ask x third size + 10, rounded to 6 decimals} | 401  | UNAUTHORIZED |

      # Sold where there is WETH at the price of this world.
      @needs:reference-market @clause:ROLE-OWNER-ALL
      Examples: the owner, with collateral of one world
        | principal | action                      | p           | v    | q                | w   | path         | cell | http | code         |
        | owner     | voluntaryCollateralExchange | sourceAsset | WETH | targetUSDTAmount | 100 | targetAmount | 100  | 401  | UNAUTHORIZED |

      @needs:reference-market @clause:ROLE-MANAGER-TRADING @clause:ROLE-MANAGER-VOLUNTARYCOLLATERALEXCHANGE @assumed @R-08
      Examples: a manager, with collateral of one world
        | principal | action                      | p           | v    | q                | w   | path         | cell | http | code         |
        | manager   | voluntaryCollateralExchange | sourceAsset | WETH | targetUSDTAmount | 100 | targetAmount | 100  | 401  | UNAUTHORIZED |

      @needs:reference-market @clause:ROLE-DELEGATE-TRADING @assumed
      Examples: a delegate with permission delegate, with collateral of one world
        | principal | action                      | p           | v    | q                | w   | path         | cell | http | code         |
        | delegate  | voluntaryCollateralExchange | sourceAsset | WETH | targetUSDTAmount | 100 | targetAmount | 100  | 401  | UNAUTHORIZED |

  Rule: other signers are refused

    @clause:ROLE-STRANGER-WRITE @clause:ERR-UNAUTHORIZED @assumed @R-07 @negative
    Scenario Outline: <action> of the <principal> is refused
      Given "actor" is the <principal> of "trader"
      When "actor" sends <action> for "trader":
        | <p>      | <v> |
        | <q>      | <w> |
        | leverage | 2   |
      Then the response is refused with <code> "wallet {actor wallet} is not authorized to act on this subaccount"
      And nothing changed
      When "actor" sends <action> for "other":
        | <p>      | <v> |
        | <q>      | <w> |
        | leverage | 2   |
      Then the response is refused with <code> "wallet {actor wallet} is not authorized to act on this subaccount"
      And nothing changed

      @clause:ROLE-SESSION-VOLUNTARYCOLLATERALEXCHANGE @R-08
      Examples: a delegate with permission session
        | principal | action                      | p           | v    | q                | w   | code             |
        | session   | voluntaryCollateralExchange | sourceAsset | WETH | targetUSDTAmount | 100 | 401 UNAUTHORIZED |

      @clause:ADDDELEGATEDSIGNER-EXPIRED
      Examples: a delegate whose time is over
        | principal        | action                      | p           | v                                                                                                                      | q                | w                                                     | code             |
        | expired-delegate | updateLeverage              | symbol      | {second market}                                                                                                        | reason           | <absent>                                              | 401 UNAUTHORIZED |
        | expired-delegate | placeIsolatedOrder          | order       | {"symbol":"{second market}","side":"buy","orderType":"limitGtc","price":"{second far bid}","quantity":"{second size}"} | isolatedMargin   | {second far ask x second size, rounded to 6 decimals} | 401 UNAUTHORIZED |
        | expired-delegate | updateIsolatedMargin        | symbol      | {third market}                                                                                                         | marginDelta      | 10                                                    | 401 UNAUTHORIZED |
        | expired-delegate | voluntaryCollateralExchange | sourceAsset | WETH                                                                                                                   | targetUSDTAmount | 100                                                   | 401 UNAUTHORIZED |

      @clause:REMOVEDELEGATEDSIGNER
      Examples: a delegate that was removed
        | principal        | action                      | p           | v                                                                                                                      | q                | w                                                     | code             |
        | removed-delegate | updateLeverage              | symbol      | {second market}                                                                                                        | reason           | <absent>                                              | 401 UNAUTHORIZED |
        | removed-delegate | placeIsolatedOrder          | order       | {"symbol":"{second market}","side":"buy","orderType":"limitGtc","price":"{second far bid}","quantity":"{second size}"} | isolatedMargin   | {second far ask x second size, rounded to 6 decimals} | 401 UNAUTHORIZED |
        | removed-delegate | updateIsolatedMargin        | symbol      | {third market}                                                                                                         | marginDelta      | 10                                                    | 401 UNAUTHORIZED |
        | removed-delegate | voluntaryCollateralExchange | sourceAsset | WETH                                                                                                                   | targetUSDTAmount | 100                                                   | 401 UNAUTHORIZED |

      Examples: a stranger with a subaccount of its own
        | principal | action                      | p           | v                                                                                                                      | q                | w                                                     | code             |
        | stranger  | updateLeverage              | symbol      | {second market}                                                                                                        | reason           | <absent>                                              | 401 UNAUTHORIZED |
        | stranger  | placeIsolatedOrder          | order       | {"symbol":"{second market}","side":"buy","orderType":"limitGtc","price":"{second far bid}","quantity":"{second size}"} | isolatedMargin   | {second far ask x second size, rounded to 6 decimals} | 401 UNAUTHORIZED |
        | stranger  | updateIsolatedMargin        | symbol      | {third market}                                                                                                         | marginDelta      | 10                                                    | 401 UNAUTHORIZED |
        | stranger  | voluntaryCollateralExchange | sourceAsset | WETH                                                                                                                   | targetUSDTAmount | 100                                                   | 401 UNAUTHORIZED |

      Examples: a wallet the exchange has never seen
        | principal      | action                      | p           | v                                                                                                                      | q                | w                                                     | code             |
        | unknown-wallet | updateLeverage              | symbol      | {second market}                                                                                                        | reason           | <absent>                                              | 401 UNAUTHORIZED |
        | unknown-wallet | placeIsolatedOrder          | order       | {"symbol":"{second market}","side":"buy","orderType":"limitGtc","price":"{second far bid}","quantity":"{second size}"} | isolatedMargin   | {second far ask x second size, rounded to 6 decimals} | 401 UNAUTHORIZED |
        | unknown-wallet | updateIsolatedMargin        | symbol      | {third market}                                                                                                         | marginDelta      | 10                                                    | 401 UNAUTHORIZED |
        | unknown-wallet | voluntaryCollateralExchange | sourceAsset | WETH                                                                                                                   | targetUSDTAmount | 100                                                   | 401 UNAUTHORIZED |
