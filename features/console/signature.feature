@console
Feature: The signature page of the console says who signed a request and what differs
  Background:
    Given an exchange
    And the page "signature" of the console is open

  Scenario Outline: A request with the mistake "<mistake>" is explained by the first member that differs
    When the user selects "<mistake>" as "Examine an example"
    Then the panel "Verdict" shows "An expected wallet signed something else"
    And the panel "Verdict" shows:
      | Member                |
      | <member>              |
      | <signed>              |
      | <expected>            |
      | perpsim why signature |

    Examples:
      | mistake                             | member         | signed  | expected |
      | The chain id of the wallet          | domain.chainId | 42161   | 1        |
      | Another service name                | domain.name    | Exchange | PerpSim |
      | A quantity that was written anew    | quantity       | 0.1     | 0.10     |
      | Fields sorted by name               | types.Order    | clientOrderId | symbol |

  @phone
  Scenario: A request without a mistake shows its typed data, its hashes and its wallet
    When the user selects "No mistake" as "Examine an example"
    Then the panel "Verdict" shows:
      | An expected wallet signed this request     |
      | 0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266 |
    And the panel "What has to be signed" shows:
      | Domain separator |
      | Digest           |
      | PlaceOrders      |
    And axe finds nothing serious

  Scenario: A request that is pasted is examined and not carried out
    When the user enters the request of account 0 signed for another exchange
    And the user chooses "Examine"
    Then the panel "Verdict" shows:
      | domain.name |
      | Exchange    |
    And account 0 has no open order

  Scenario: A text that is no request says so beside its field
    When the user enters "{" as "Body of POST /v1/trade, or a post or auth frame of a stream"
    And the user chooses "Examine"
    Then the field "Body of POST /v1/trade, or a post or auth frame of a stream" is wrong because of "JSON"

  Scenario: A request that was refused for its signer leads from the log to its report
    When a request of account 0 that was signed for another exchange is refused
    Then the panel "Refused for their signer" shows "placeOrders"
    When the user opens the page "Log"
    And the user opens the row "refused: UNAUTHORIZED"
    And the user chooses the link "Why?"
    And the user chooses the link "See what the wallet signed instead"
    Then the panel "Verdict" shows "domain.name"
