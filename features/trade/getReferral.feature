@trade @getReferral
Feature: getReferral lists the wallets that were referred
  Background:
    Given the world "quiet"
    And "trader" is a trader

  Rule: the exchange has no referred wallets, so the list is empty

    @clause:GETREFERRAL @clause:AUTH-NONONCE-GETREFERRAL @assumed @R-67
    Scenario: getReferral lists nothing for a wallet without a referral
      When "trader" sends getReferral
      Then the response lists nothing

    @clause:GETREFERRAL @assumed @R-67
    Scenario: getReferral does not list a discount of the control plane, and getFeeRate shows it
      Given "trader" has a referral discount of "0.9"
      When "trader" sends getReferral
      Then the response lists nothing
      When "trader" sends getFeeRate
      Then the response is ok with:
        | referralDiscount | 0.9 |

    @clause:ROLE-SESSION-GETREFERRAL @assumed
    Scenario: getReferral responds to a session delegate
      Given "bob" is a session delegate of "trader"
      When "bob" sends getReferral for "trader"
      Then the response lists nothing

    @clause:ROLE-STRANGER-READ @negative
    Scenario: getReferral refuses a stranger
      When "stranger" sends getReferral for "trader"
      Then the response is refused with 401 UNAUTHORIZED "wallet {stranger wallet} is not authorized to act on this subaccount"
      And nothing changed
