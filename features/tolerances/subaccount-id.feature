@trade @tolerances
Feature: the subaccount of a request may stand in several places
  Background:
    Given the world "quiet"
    And "trader" has the open orders:
      | name | symbol   | side | price     | quantity |
      | bid  | {market} | buy  | {far bid} | {2 size} |

  Rule: the id is accepted in four places

    @clause:CANCELORDERS @assumed
    Scenario Outline: a write accepts its subaccount at <place>
      When "trader" sends cancelOrders:
        | orderIds                     | ["{bid}"]   |
        | tampered.params.subAccountId | <absent>    |
        | tampered.<place>             | {trader id} |
      Then the response is ok with:
        | statuses[0].canceled.order.venueId | {bid} |

      Examples:
        | place               |
        | params.subAccountId |
        | params.subaccountId |
        | subAccountId        |
        | subaccountId        |

    @clause:REQ-NONCE-READ-OPTIONAL @assumed
    Scenario Outline: a read accepts its subaccount at <place>
      When "trader" sends getOpenOrders:
        | tampered.params.subAccountId | <absent>    |
        | tampered.<place>             | {trader id} |
      Then the response lists:
        | orderId |
        | {bid}   |

      Examples:
        | place               |
        | params.subAccountId |
        | params.subaccountId |
        | subAccountId        |
        | subaccountId        |

    @clause:REQ-PARAMS-SUBACCOUNTID @assumed @negative
    Scenario Outline: a request with another subaccount at <place> is refused
      Given "trader" also owns the subaccount "second"
      When "trader" sends cancelOrders:
        | orderIds         | ["{bid}"]   |
        | tampered.<place> | {second id} |
      Then the response is refused with 400 VALIDATION_ERROR "cannot specify different subaccount ids"
      And nothing changed

      Examples:
        | place               |
        | params.subaccountId |
        | subaccountId        |

      @rest-only
      Examples: beside the params
        | place        |
        | subAccountId |

  Rule: the id may be a JSON integer

    @clause:CONV-SUBACCOUNT-ID-U64 @assumed
    Scenario: an integer id is read like its digits, and an unknown one is refused
      When "trader" sends cancelOrders:
        | orderIds                     | ["{bid}"] |
        | tampered.params.subAccountId | <absent>  |
        | top.subAccountId             | number 7  |
      Then the response is refused with 401 UNAUTHORIZED "wallet {trader wallet} is not authorized to act on this subaccount"
      And nothing changed

  Rule: getPositionHistory accepts the id in either spelling

    @clause:GETPOSITIONHISTORY-PARAM-SUBACCOUNTID
    Scenario Outline: getPositionHistory accepts its subaccount as <spelling>
      When "trader" sends getPositionHistory:
        | tampered.params.subAccountId | <absent>    |
        | tampered.params.<spelling>   | {trader id} |
      Then the response is ok with:
        | positions | <0 items> |
        | hasMore   | false     |

      Examples: as stated
        | spelling     |
        | subaccountId |

      @assumed
      Examples: as everywhere else
        | spelling     |
        | subAccountId |
