@trade @getReferral
Feature: getReferral lists who was referred
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: nobody refers anybody here, so the list is empty

    @clause:GETREFERRAL @clause:AUTH-NONONCE-GETREFERRAL @assumed @R-67
    Scenario: without a referral
      When "trader" sends getReferral
      Then the response lists nothing

    @clause:GETREFERRAL @assumed @R-67
    Scenario: a discount that was given by the control plane is told by getFeeRate, not here
      Given "trader" has a referral discount of "0.9"
      When "trader" sends getReferral
      Then the response lists nothing
      When "trader" sends getFeeRate
      Then the response is ok with:
        | referralDiscount | 0.9 |

    @clause:ROLE-SESSION-GETREFERRAL @assumed
    Scenario: a session delegate may ask
      Given "bob" is a session delegate of "trader"
      When "bob" sends getReferral for "trader"
      Then the response lists nothing

    @clause:ROLE-STRANGER-READ @negative
    Scenario: a stranger may not
      When "stranger" sends getReferral for "trader"
      Then the response is refused with 401 UNAUTHORIZED "wallet {stranger wallet} is not authorized to act on this subaccount"
      And nothing changed
