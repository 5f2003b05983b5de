@trade @createSubaccount
Feature: createSubaccount opens another subaccount of the same owner
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: the response is an almost empty subaccount record

    @clause:CREATESUBACCOUNT @clause:CREATESUBACCOUNT-PARAM-NAME @clause:CREATESUBACCOUNT-RESP-POPULATED
    @clause:SUBACCT-LIMITS-MAXORDERSPERMARKET @clause:SUBACCT-LIMITS-MAXSUBACCOUNTS @clause:SUBACCT-LIMITS-MAXTOTALORDERS
    @clause:SUBACCT-LIMITS-MAXBORROWCAPACITY @clause:ROLE-OWNER-CREATESUBACCOUNT
    Scenario: createSubaccount returns the id, the name and the limits of the tier
      When "trader" sends createSubaccount:
        | name | Carry {now} |
      Then the response is ok with:
        | subAccountId                     | <id>         |
        | subAccountName                   | Carry {now} |
        | accountLimits.maxBorrowCapacity  | 50000        |
        | accountLimits.maxOrdersPerMarket | number 15    |
        | accountLimits.maxSubAccounts     | number 5     |
        | accountLimits.maxTotalOrders     | number 75    |
      And these facts changed, and no others:
        | fact               | from | to |
        | trader subaccounts | 1    | 2  |

    @clause:CREATESUBACCOUNT-RESP-REST @clause:SUBACCT-MARGIN-EMPTY-NEW
    Scenario: createSubaccount returns all other fields as empty or null
      When "trader" sends createSubaccount
      Then the response is ok with:
        | masterAccountId    | null                                                        |
        | collaterals        | null                                                        |
        | positions          | null                                                        |
        | feeRates           | {"makerFeeRate":"","takerFeeRate":"","tierName":""}         |
        | marketPreferences  | {"leverages":{}}                                            |
        | crossMarginSummary | {"accountValue":"","availableMargin":"","totalUnrealizedPnl":"","maintenanceMargin":"","initialMargin":"","withdrawable":"","adjustedAccountValue":"","debt":""} |
      And the response has exactly the keys "subAccountId, masterAccountId, subAccountName, collaterals, crossMarginSummary, positions, marketPreferences, feeRates, accountLimits"

  Rule: a name is optional, has at most fifty characters and is unique

    Scenario Outline: createSubaccount accepts a request with <what>
      When "trader" sends createSubaccount:
        | name | <name> |
      Then the response is ok with:
        | subAccountName | <shown> |
      And these facts changed, and no others:
        | fact               | from | to |
        | trader subaccounts | 1    | 2  |

      @clause:CREATESUBACCOUNT-NAME-50
      Examples: fifty characters
        | what                   | name                                                 | shown                                                |
        | fifty letters          | abcdefghijklmnopqrstuvwxyabcdefghijkl{now}           | abcdefghijklmnopqrstuvwxyabcdefghijkl{now}           |
        | fifty of other scripts | ßäöüéèñçøåßäöüéèñçøåßäöüéèñçøåßäöüéè💱{now}          | ßäöüéèñçøåßäöüéèñçøåßäöüéèñçøåßäöüéè💱{now}          |

      @clause:CREATESUBACCOUNT-NAME-EMPTY @clause:CREATESUBACCOUNT-PARAM-NAME @clause:SUBACCT-FIELD-SUBACCOUNTNAME
      Examples: no name
        | what          | name     | shown   |
        | an empty name | <empty>  | <empty> |
        | no name       | <absent> | <empty> |
        | null          | null     | <empty> |

    @clause:CREATESUBACCOUNT-NAME-EMPTY @assumed
    Scenario: createSubaccount accepts any number of subaccounts without a name
      Given "trader" has sent createSubaccount:
        | name | <empty> |
      When "trader" sends createSubaccount:
        | name | <empty> |
      Then the response is ok
      And these facts changed, and no others:
        | fact               | from | to |
        | trader subaccounts | 2    | 3  |

  Rule: the subaccount can be used in the next request

    @clause:CREATESUBACCOUNT-USABLE @clause:CREATESUBACCOUNT-PARAM-SUBACCOUNTID
    Scenario: a new subaccount receives a transfer and trades with it
      When "trader" sends createSubaccount:
        | name | new account {now} |
      Then "subAccountId" of the response is called "session id"
      When "trader" sends transferCollateral:
        | destinationSubAccountId | {session id} |
        | symbol                  | USDT      |
        | amount                  | 10000     |
      Then the response is ok
      When "trader" sends placeOrders for "session":
        | orders | [{"symbol":"{market}","side":"buy","orderType":"limitGtc","price":"{far bid}","quantity":"{2 size}"}] |
      Then the response is ok with:
        | statuses[0].resting.order.venueId | <id> |

    @clause:GETSUBACCOUNTS @clause:SUBACCT-FIELD-MASTERACCOUNTID @assumed @needs:fresh-account
    Scenario: getSubAccounts lists a new subaccount after its master and older ones
      Given "trader" has sent createSubaccount:
        | name | b {now} |
      And "trader" has sent createSubaccount:
        | name | a {now} |
      When "trader" sends getSubAccounts
      Then "subAccounts" of the response lists:
        | subAccountName | masterAccountId | collaterals | accountLimits.maxSubAccounts |
        | <empty>        | null            | <3 items>   | number 5                     |
        | b {now}        | {trader id}     | []          | number 5                     |
        | a {now}        | {trader id}     | []          | number 5                     |

    @clause:ROLE-MANAGER-CREATESUBACCOUNT
    Scenario: createSubaccount lets a manager open a subaccount for the owner
      Given "keeper" is the manager of "trader"
      When "keeper" sends createSubaccount for "trader":
        | name | kept |
      Then the response is ok with:
        | subAccountName | kept |
      And these facts changed, and no others:
        | fact               | from | to |
        | trader subaccounts | 1    | 2  |
