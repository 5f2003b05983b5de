@trade @auth
Feature: the role of a signer decides whether it places, changes and cancels orders
  Background:
    Given the world "quiet"
    And "trader" has the open orders:
      | name | symbol   | side | price     | quantity |
      | bid  | {market} | buy  | {far bid} | {2 size} |
    And "other" is a trader

  Rule: the owner, managers and delegates trade on their own subaccount only

    @clause:ROLE-STRANGER-WRITE @R-07
    Scenario Outline: <action> of the <principal> is accepted on its subaccount only
      Given "actor" is the <principal> of "trader"
      When "actor" sends <action> for "trader":
        | <p> | <v> |
        | <q> | <w> |
      Then the response is ok with:
        | <path> | <cell> |
      When "actor" sends <action> for "other":
        | <p> | <v> |
        | <q> | <w> |
      Then the response is <http> with:
        | error.code | <code> |
      And nothing changed

      @clause:ROLE-OWNER-ALL
      Examples: the owner
        | principal | action           | p              | v                                                                                                   | q        | w                    | path                    | cell     | http | code         |
        | owner     | placeOrders      | orders         | [{"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"}] | grouping | na                   | statuses[0].resting.id  | <id>     | 401  | UNAUTHORIZED |
        | owner     | modifyOrder      | orderId        | {bid}                                                                                               | price    | {far bid - 10 ticks} | status                  | modified | 403  | FORBIDDEN    |
        | owner     | modifyOrderBatch | orders         | [{"orderId":"{bid}","price":"{far bid - 10 ticks}"}]                                                | grouping | <absent>             | [0].status              | modified | 401  | UNAUTHORIZED |
        | owner     | cancelOrders     | orderIds       | ["{bid}"]                                                                                           | grouping | <absent>             | statuses[0].canceled.id | {bid}    | 401  | UNAUTHORIZED |
        | owner     | cancelAllOrders  | symbols        | ["*"]                                                                                               | grouping | <absent>             | [0].orderId             | {bid}    | 401  | UNAUTHORIZED |
        | owner     | scheduleCancel   | timeoutSeconds | number 60                                                                                           | grouping | <absent>             | isActive                | true     | 401  | UNAUTHORIZED |

      @clause:ROLE-MANAGER-TRADING @assumed @R-08
      Examples: a manager
        | principal | action           | p              | v                                                                                                   | q        | w                    | path                    | cell     | http | code         |
        | manager   | placeOrders      | orders         | [{"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"}] | grouping | na                   | statuses[0].resting.id  | <id>     | 401  | UNAUTHORIZED |
        | manager   | modifyOrder      | orderId        | {bid}                                                                                               | price    | {far bid - 10 ticks} | status                  | modified | 403  | FORBIDDEN    |
        | manager   | modifyOrderBatch | orders         | [{"orderId":"{bid}","price":"{far bid - 10 ticks}"}]                                                | grouping | <absent>             | [0].status              | modified | 401  | UNAUTHORIZED |
        | manager   | cancelOrders     | orderIds       | ["{bid}"]                                                                                           | grouping | <absent>             | statuses[0].canceled.id | {bid}    | 401  | UNAUTHORIZED |
        | manager   | cancelAllOrders  | symbols        | ["*"]                                                                                               | grouping | <absent>             | [0].orderId             | {bid}    | 401  | UNAUTHORIZED |
        | manager   | scheduleCancel   | timeoutSeconds | number 60                                                                                           | grouping | <absent>             | isActive                | true     | 401  | UNAUTHORIZED |

      @clause:ROLE-DELEGATE-TRADING
      Examples: a delegate with permission delegate
        | principal | action           | p              | v                                                                                                   | q        | w                    | path                    | cell     | http | code         |
        | delegate  | placeOrders      | orders         | [{"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"}] | grouping | na                   | statuses[0].resting.id  | <id>     | 401  | UNAUTHORIZED |
        | delegate  | modifyOrder      | orderId        | {bid}                                                                                               | price    | {far bid - 10 ticks} | status                  | modified | 403  | FORBIDDEN    |
        | delegate  | modifyOrderBatch | orders         | [{"orderId":"{bid}","price":"{far bid - 10 ticks}"}]                                                | grouping | <absent>             | [0].status              | modified | 401  | UNAUTHORIZED |
        | delegate  | cancelOrders     | orderIds       | ["{bid}"]                                                                                           | grouping | <absent>             | statuses[0].canceled.id | {bid}    | 401  | UNAUTHORIZED |
        | delegate  | cancelAllOrders  | symbols        | ["*"]                                                                                               | grouping | <absent>             | [0].orderId             | {bid}    | 401  | UNAUTHORIZED |
        | delegate  | scheduleCancel   | timeoutSeconds | number 60                                                                                           | grouping | <absent>             | isActive                | true     | 401  | UNAUTHORIZED |

      @clause:ROLE-SESSION-PLACEORDERS @clause:ROLE-SESSION-MODIFYORDER @clause:ROLE-SESSION-MODIFYORDERBATCH @clause:ROLE-SESSION-CANCELORDERS @clause:ROLE-SESSION-CANCELALLORDERS @clause:ROLE-SESSION-SCHEDULECANCEL
      Examples: a delegate with permission session
        | principal | action           | p              | v                                                                                                   | q        | w                    | path                    | cell     | http | code         |
        | session   | placeOrders      | orders         | [{"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"}] | grouping | na                   | statuses[0].resting.id  | <id>     | 401  | UNAUTHORIZED |
        | session   | modifyOrder      | orderId        | {bid}                                                                                               | price    | {far bid - 10 ticks} | status                  | modified | 403  | FORBIDDEN    |
        | session   | modifyOrderBatch | orders         | [{"orderId":"{bid}","price":"{far bid - 10 ticks}"}]                                                | grouping | <absent>             | [0].status              | modified | 401  | UNAUTHORIZED |
        | session   | cancelOrders     | orderIds       | ["{bid}"]                                                                                           | grouping | <absent>             | statuses[0].canceled.id | {bid}    | 401  | UNAUTHORIZED |
        | session   | cancelAllOrders  | symbols        | ["*"]                                                                                               | grouping | <absent>             | [0].orderId             | {bid}    | 401  | UNAUTHORIZED |
        | session   | scheduleCancel   | timeoutSeconds | number 60                                                                                           | grouping | <absent>             | isActive                | true     | 401  | UNAUTHORIZED |

  Rule: other signers are refused

    @clause:ROLE-STRANGER-WRITE @clause:ERR-UNAUTHORIZED @assumed @R-07 @negative
    Scenario Outline: <action> of the <principal> is refused
      Given "actor" is the <principal> of "trader"
      When "actor" sends <action> for "trader":
        | <p> | <v> |
        | <q> | <w> |
      Then the response is refused with <code> "wallet {actor wallet} is not authorized to act on this subaccount"
      And nothing changed
      When "actor" sends <action> for "other":
        | <p> | <v> |
        | <q> | <w> |
      Then the response is refused with <code> "wallet {actor wallet} is not authorized to act on this subaccount"
      And nothing changed

      @clause:ADDDELEGATEDSIGNER-EXPIRED
      Examples: a delegate whose time is over
        | principal        | action           | p              | v                                                                                                   | q        | w                    | code             |
        | expired-delegate | placeOrders      | orders         | [{"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"}] | grouping | na                   | 401 UNAUTHORIZED |
        | expired-delegate | modifyOrder      | orderId        | {bid}                                                                                               | price    | {far bid - 10 ticks} | 403 FORBIDDEN    |
        | expired-delegate | modifyOrderBatch | orders         | [{"orderId":"{bid}","price":"{far bid - 10 ticks}"}]                                                | grouping | <absent>             | 401 UNAUTHORIZED |
        | expired-delegate | cancelOrders     | orderIds       | ["{bid}"]                                                                                           | grouping | <absent>             | 401 UNAUTHORIZED |
        | expired-delegate | cancelAllOrders  | symbols        | ["*"]                                                                                               | grouping | <absent>             | 401 UNAUTHORIZED |
        | expired-delegate | scheduleCancel   | timeoutSeconds | number 60                                                                                           | grouping | <absent>             | 401 UNAUTHORIZED |

      @clause:REMOVEDELEGATEDSIGNER
      Examples: a delegate that was removed
        | principal        | action           | p              | v                                                                                                   | q        | w                    | code             |
        | removed-delegate | placeOrders      | orders         | [{"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"}] | grouping | na                   | 401 UNAUTHORIZED |
        | removed-delegate | modifyOrder      | orderId        | {bid}                                                                                               | price    | {far bid - 10 ticks} | 403 FORBIDDEN    |
        | removed-delegate | modifyOrderBatch | orders         | [{"orderId":"{bid}","price":"{far bid - 10 ticks}"}]                                                | grouping | <absent>             | 401 UNAUTHORIZED |
        | removed-delegate | cancelOrders     | orderIds       | ["{bid}"]                                                                                           | grouping | <absent>             | 401 UNAUTHORIZED |
        | removed-delegate | cancelAllOrders  | symbols        | ["*"]                                                                                               | grouping | <absent>             | 401 UNAUTHORIZED |
        | removed-delegate | scheduleCancel   | timeoutSeconds | number 60                                                                                           | grouping | <absent>             | 401 UNAUTHORIZED |

      Examples: a stranger with a subaccount of its own
        | principal | action           | p              | v                                                                                                   | q        | w                    | code             |
        | stranger  | placeOrders      | orders         | [{"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"}] | grouping | na                   | 401 UNAUTHORIZED |
        | stranger  | modifyOrder      | orderId        | {bid}                                                                                               | price    | {far bid - 10 ticks} | 403 FORBIDDEN    |
        | stranger  | modifyOrderBatch | orders         | [{"orderId":"{bid}","price":"{far bid - 10 ticks}"}]                                                | grouping | <absent>             | 401 UNAUTHORIZED |
        | stranger  | cancelOrders     | orderIds       | ["{bid}"]                                                                                           | grouping | <absent>             | 401 UNAUTHORIZED |
        | stranger  | cancelAllOrders  | symbols        | ["*"]                                                                                               | grouping | <absent>             | 401 UNAUTHORIZED |
        | stranger  | scheduleCancel   | timeoutSeconds | number 60                                                                                           | grouping | <absent>             | 401 UNAUTHORIZED |

      Examples: a wallet the exchange has never seen
        | principal      | action           | p              | v                                                                                                   | q        | w                    | code             |
        | unknown-wallet | placeOrders      | orders         | [{"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{size}"}] | grouping | na                   | 401 UNAUTHORIZED |
        | unknown-wallet | modifyOrder      | orderId        | {bid}                                                                                               | price    | {far bid - 10 ticks} | 403 FORBIDDEN    |
        | unknown-wallet | modifyOrderBatch | orders         | [{"orderId":"{bid}","price":"{far bid - 10 ticks}"}]                                                | grouping | <absent>             | 401 UNAUTHORIZED |
        | unknown-wallet | cancelOrders     | orderIds       | ["{bid}"]                                                                                           | grouping | <absent>             | 401 UNAUTHORIZED |
        | unknown-wallet | cancelAllOrders  | symbols        | ["*"]                                                                                               | grouping | <absent>             | 401 UNAUTHORIZED |
        | unknown-wallet | scheduleCancel   | timeoutSeconds | number 60                                                                                           | grouping | <absent>             | 401 UNAUTHORIZED |
