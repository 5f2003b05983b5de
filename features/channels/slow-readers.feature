@ws @ws-only
Feature: a client that stops reading costs bounded memory and affects no other client
  # A response with a thousand candles has 180 kB. The sockets hold some megabytes and the exchange keeps four more. Connections
  # take turns, message by message: the replies to the pings follow those to the requests before them.
  Background:
    Given the world "quiet" with:
      | limits.ipTokens | number 100000 |
    And a connection "slow" to info
    And "reader" follows trades of "BTC-USDT"

  Rule: the server closes a connection with too much unsent data

    @clause:WS-SUB-TRADES @clause:WS-SUB-TRADE-UPDATES @assumed @R-43 @negative
    Scenario: a client that requests more than it reads is closed with 1013, and another client receives every trade
      Given "trader" buys "0.01" BTC-USDT at "95010"
      And "reader" receives 1 frames
      When 17 hours pass
      And "slow" stops reading
      And over "slow" is sent 100 times
        """
        {"id":"c","method":"post","params":{"action":"getCandles","symbol":"BTC-USDT","interval":"1m","limit":1000}}
        """
      And over "reader" is sent 100 times
        """
        {"method":"ping"}
        """
      Then "reader" receives 100 frames
      Given "trader" opens and closes "0.01" BTC-USDT 3 times
      Then "reader" receives 6 frames
      And "reader" receives nothing more
      When "slow" reads again
      Then "slow" is closed with 1013
