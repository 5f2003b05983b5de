@trade @tolerances
Feature: delegation actions accept the forms that other clients send
  Background:
    Given the world "quiet"
    And "helper" is a session delegate of "trader"
    And "friend" is a trader

  @clause:ADDDELEGATEDSIGNER-PARAMS @assumed
  Scenario Outline: addDelegatedSigner takes the wallet in params with <beside> beside them
    When "trader" sends addDelegatedSigner:
      | walletAddress                | {friend address} |
      | permissions                  | ["session"]      |
      | tampered.params.subAccountId | <absent>         |
      | tampered.<place>             | {trader id}      |
      | tampered.walletAddress       | <beside>         |
    Then the response is ok with:
      | subAccountId  | {trader id}      |
      | walletAddress | {friend address} |

    Examples:
      | place               | beside            |
      | subAccountId        | <absent>          |

    @rest-only
    Examples: with a wallet beside them
      | place               | beside            |
      | subaccountId        | {trader address}  |
      | subaccountId        | {other address}   |
      | params.subAccountId | {trader address}  |

  @clause:ADDDELEGATEDSIGNER-PARAMS @assumed @negative @rest-only
  Scenario: a wallet beside the params is not used as the delegate
    When "trader" sends addDelegatedSigner:
      | permissions            | ["session"]      |
      | tampered.walletAddress | {friend address} |
    Then the response is refused with 400 VALIDATION_ERROR "delegate is required"
    And nothing changed

  @clause:PERM-TRADING-INPUT
  Scenario: the old permission trading is signed as sent and means session
    When "trader" sends addDelegatedSigner:
      | walletAddress | {friend address} |
      | permissions   | ["trading"]      |
    Then the response is ok with:
      | permissions | ["session"] |

  @clause:REMOVEALLDELEGATEDSIGNERS-SUBACCOUNTID
  Scenario Outline: removeAllDelegatedSigners accepts its subaccount at <place>
    When "trader" sends removeAllDelegatedSigners:
      | tampered.params.subAccountId  | <absent>         |
      | tampered.<place>              | {trader id}      |
      | tampered.params.walletAddress | <wallet>         |
    Then the response is ok with:
      | subAccountId   | {trader id}          |
      | removedSigners | ["{helper address}"] |

    Examples: as stated
      | place        | wallet   |
      | subaccountId | <absent> |

    @assumed
    Examples: as one client sends it
      | place               | wallet           |
      | params.subaccountId | {trader address} |
      | params.subAccountId | <absent>         |

  @clause:GETSUBACCOUNTS @assumed @R-68
  Scenario Outline: getSubAccounts accepts its subaccount at <place>
    When "trader" sends getSubAccounts:
      | tampered.params.subAccountId | <absent>    |
      | tampered.<place>             | {trader id} |
    Then the response is ok with:
      | subAccounts[0].subAccountId | {trader id} |

    Examples:
      | place               |
      | subaccountId        |
      | params.subAccountId |
      | params.subaccountId |
