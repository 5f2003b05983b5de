@limits @info
Feature: an address that used up its bucket has paid the cost of each action

  Rule: an address has 10,000 tokens, regains one each millisecond and pays each request in full

    @clause:RATE-IP-10000 @clause:RATE-REFILL-10S @clause:RATE-EXCEEDED
    @clause:RATE-COST-GETCOLLATERALS @clause:RATE-COST-GETMARKETS @clause:RATE-COST-GETMIDS
    @clause:RATE-COST-GETTIERS @clause:RATE-COST-GETASSETS @clause:RATE-COST-GETLOTTERYEPOCH @clause:RATE-COST-GETEXCHANGESTATUS
    Scenario: public reads without a market take their cost from the address
      Given the world "quiet"
      And the bucket of the address is full
      When the address is run down by:
        | action            | times | cost |
        | getCollaterals    | 25    | 50   |
        | getMarkets        | 25    | 50   |
        | getTiers          | 25    | 50   |
        | getAssets         | 25    | 50   |
        | getLotteryEpoch   | 25    | 50   |
        | getMids           | 25    | 50   |
        | getExchangeStatus | 50    | 1    |
      Then each of these requests has taken its cost

    @clause:RATE-IP-10000 @clause:RATE-COST-GETCANDLES @clause:RATE-COST-GETLASTTRADES @clause:RATE-COST-GETMARKETPRICES
    @clause:RATE-COST-GETORDERBOOK
    Scenario: public reads of market prices take their cost from the address
      Given the world "quiet"
      And the bucket of the address is full
      When the address is run down by:
        | action          | params                               | times | cost |
        | getCandles      | {"symbol":"BTC-USDT","interval":"1m"} | 20    | 200  |
        | getLastTrades   | {"symbol":"BTC-USDT"}                | 6     | 200  |
        | getMarketPrices | -                                    | 6     | 200  |
        | getOrderbook    | {"symbol":"BTC-USDT"}                | 6     | 200  |
      Then each of these requests has taken its cost

    @clause:RATE-IP-10000 @clause:RATE-COST-GETFUNDINGRATE @clause:RATE-COST-GETISWHITELISTED @clause:RATE-COST-GETSUBACCOUNTIDS
    @clause:RATE-COST-GETFUNDINGRATEHISTORY @clause:RATE-COST-GETOPENINTEREST
    Scenario: public reads of rates, histories and wallets take their cost from the address
      Given the world "quiet"
      And the bucket of the address is full
      When the address is run down by:
        | action                | params                                           | times | cost |
        | getFundingRateHistory | {"symbol":"BTC-USDT","startTime":{now - 1 h},"endTime":{now}} | 2 | 1000 |
        | getFundingRate        | {"symbol":"BTC-USDT"}                            | 6     | 250  |
        | getIsWhitelisted      | {"walletAddress":"0x1111111111111111111111111111111111111111"} | 6 | 250 |
        | getSubAccountIds      | {"walletAddress":"0x1111111111111111111111111111111111111111"} | 6 | 250 |
        | getOpenInterest       | {"symbol":"BTC-USDT"}                            | 10    | 50   |
      Then each of these requests has taken its cost

    @clause:RATE-COST-TRADE-ALSO-IP @clause:AUTH-STALE-CANCEL-5X @clause:RATE-IP-10000 @trade @negative
    Scenario: signed requests take their cost from the address, and a late cancel takes five times its cost
      Given the world "quiet"
      And "trader" is a trader
      And the bucket of "trader" is full
      And the bucket of the address is full
      When the address is run down by:
        | who    | action          | params                                              | times | cost |
        | trader | cancelAllOrders | {"symbols":["*"],"top.expiresAfter":{now - 1 ms}}   | 40    | 10   |
        | trader | cancelOrders    | {"orderIds":["5"],"top.expiresAfter":{now - 1 ms}}  | 40    | 10   |
        | trader | getOrderHistory | -                                                   | 16    | 50   |
      Then each of these requests has taken its cost

  Rule: a request that the address cannot pay is refused and may be retried

    @clause:RATE-EXCEEDED @clause:ERR-RATE-LIMIT-EXCEEDED @clause:ERRENV-CATEGORY @negative
    Scenario: a request without tokens is refused as retryable and without a subaccount snapshot
      Given the world "quiet"
      And the address has been run down
      When this request is sent until it is refused:
        | action | getMids |
      Then the response is 429 with:
        | status          | error               |
        | response        | <absent>            |
        | error.code      | RATE_LIMIT_EXCEEDED |
        | error.category  | RATE_LIMIT          |
        | error.retryable | true                |
        | requestId       | <request id>        |
        | timestamp       | <ms>                |
        | rateLimit       | <absent>            |

    @clause:RATE-IP-SHARED-CONNECTIONS @clause:AGG-CONTRACTS-ERR-429 @clause:AGG-CONTRACTS-RETRY-AFTER @clause:ERRENV-AGGREGATOR
    @negative @rest-only
    Scenario: GET contracts without tokens responds 429 with retry-after and without an envelope
      Given the world "quiet"
      And the address has been run down
      When this request is sent until it is refused:
        | path | /info/contracts |
      Then the response is 429 with:
        | error | <text> |
      And "." of the body has exactly the keys "error"
      And the response carries the header "retry-after" "5"

    @clause:RATE-IP-FIRST @clause:RATE-COST-TRADE-ALSO-IP @trade @negative
    Scenario: a signed request that the address cannot pay takes no tokens of the subaccount
      Given the world "quiet"
      And "trader" is a trader
      And the bucket of "trader" is full
      And the address has been run down
      When this request is sent until it is refused:
        | who    | trader          |
        | action | getOrderHistory |
      Then the response is 429 with:
        | error.code | RATE_LIMIT_EXCEEDED |
        | rateLimit  | <absent>            |
      When 50 ms pass
      And "trader" sends getOpenOrders
      Then the request has taken 10 tokens of "trader"
