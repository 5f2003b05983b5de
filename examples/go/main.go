// A client of the API in Go: it signs, places, streams and reconciles.
//
//	go run . http://127.0.0.1:8700 KEY SUBACCOUNT
//	go run . --vectors fixtures/signing/vectors.json
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

func must[T any](value T, err error) T {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	return value
}

func main() {
	if os.Args[1] == "--vectors" {
		signVectors(os.Args[2])
		return
	}
	origin, key, subAccountID := os.Args[1], os.Args[2], os.Args[3]
	client := must(NewClient(origin, key, subAccountID))
	stream := must(OpenStream(strings.Replace(origin, "http", "ws", 1) + "/v1/ws/trade"))
	must(stream.Request("auth", client.Login()))
	must(stream.Request("subscribe", map[string]any{"type": "subAccountUpdates", "sub_account_id": subAccountID}))

	order := map[string]any{"symbol": "BTC-USDT", "side": "buy", "orderType": "limitGtc", "price": "90000", "quantity": "0.01", "clientOrderId": "from-go"}
	must(client.Write("placeOrders", map[string]any{"orders": []any{order}, "grouping": "na"}))
	fmt.Println("pushed", nextOfOrder(stream))

	// A client after a restart knows nothing but what it reads.
	restarted := must(NewClient(origin, key, subAccountID))
	orderIDs := []any{}
	for _, each := range must(restarted.Read("getOpenOrders", nil)).([]any) {
		found := each.(map[string]any)["order"].(map[string]any)
		fmt.Println("open", found["clientId"])
		orderIDs = append(orderIDs, found["venueId"])
	}
	must(restarted.Write("cancelOrders", map[string]any{"orderIds": orderIDs}))
	fmt.Println("pushed", nextOfOrder(stream))
	fmt.Println("left", len(must(restarted.Read("getOpenOrders", nil)).([]any)))
	_, err := restarted.Write("updateLeverage", map[string]any{"symbol": "BTC-USDT", "leverage": "1000"})
	fmt.Println("refused", err.(Refused).Code)
}

// nextOfOrder waits for the next event of an order, and gives its type.
func nextOfOrder(stream *Stream) string {
	for {
		event := must(stream.Push())["data"].(map[string]any)["eventType"].(string)
		if strings.HasPrefix(event, "order") {
			return event
		}
	}
}

// signVectors prints a signature for each published vector of two types, by its id.
func signVectors(path string) {
	var facts struct {
		Domain     struct{ Name string }
		PrivateKey string
		Vectors    []struct {
			ID, Type string
			Message  map[string]any
		}
	}
	if err := json.Unmarshal(must(os.ReadFile(path)), &facts); err != nil {
		must(0, err)
	}
	orders := []field{{"symbol", "string"}, {"side", "string"}, {"orderType", "string"}, {"price", "string"}, {"triggerPrice", "string"},
		{"quantity", "string"}, {"reduceOnly", "bool"}, {"isTriggerMarket", "bool"}, {"clientOrderId", "string"}, {"closePosition", "bool"}}
	known := map[string]types{
		"PlaceOrders":  {"Order": orders, "PlaceOrders": {{"subAccountId", "uint256"}, {"orders", "Order[]"}, {"grouping", "string"}, {"nonce", "uint256"}, {"expiresAfter", "uint256"}}},
		"CancelOrders": {"CancelOrders": {{"subAccountId", "uint256"}, {"orderIds", "uint256[]"}, {"nonce", "uint256"}, {"expiresAfter", "uint256"}}},
	}
	found := map[string]signature{}
	for _, vector := range facts.Vectors {
		if all, isKnown := known[vector.Type]; isKnown {
			found[vector.ID] = signTypedData(number(facts.PrivateKey), facts.Domain.Name, all, vector.Type, vector.Message)
		}
	}
	must(0, json.NewEncoder(os.Stdout).Encode(found))
}
