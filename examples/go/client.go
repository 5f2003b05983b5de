package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"net/http"
	"time"
)

// kind is one type that an action may be signed with, as `x-signing` of the OpenAPI document has it.
type kind struct {
	PrimaryType string
	Types       types
	From        map[string]string
}

// Client is a client of one subaccount over REST. What an action signs it reads from the document that the exchange serves.
type Client struct {
	origin, service, subAccountID string
	key                           *big.Int
	signing                       map[string][]kind
	nonce                         int64
}

// Refused is what a request was refused with.
type Refused struct{ Code, Message string }

func (refused Refused) Error() string { return refused.Code + ": " + refused.Message }

// NewClient reads the document of an exchange, for a key and its subaccount.
func NewClient(origin, key, subAccountID string) (*Client, error) {
	response, err := http.Get(origin + "/docs/openapi-actions.json")
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	var document struct {
		Paths map[string]struct {
			Post struct {
				OperationID string
				Signing     []kind `json:"x-signing"`
			}
		}
		Scheme struct{ Domain struct{ Name string } } `json:"x-signature-scheme"`
	}
	if err := json.NewDecoder(response.Body).Decode(&document); err != nil {
		return nil, err
	}
	signing := map[string][]kind{}
	for _, path := range document.Paths {
		signing[path.Post.OperationID] = path.Post.Signing
	}
	return &Client{origin, document.Scheme.Domain.Name, subAccountID, number(key), signing, 0}, nil
}

// Read asks for something of the subaccount.
func (client *Client) Read(action string, params map[string]any) (any, error) {
	return client.send(action, params, map[string]any{})
}

// Write changes something. Nonces grow and stay near the time, so that a program may be started again.
func (client *Client) Write(action string, params map[string]any) (any, error) {
	client.nonce++
	if now := time.Now().UnixMilli(); now > client.nonce {
		client.nonce = now
	}
	return client.send(action, params, map[string]any{"nonce": client.nonce})
}

func (client *Client) send(action string, params, body map[string]any) (any, error) {
	given := map[string]any{"action": action, "subAccountId": client.subAccountID}
	for name, value := range params {
		given[name] = value
	}
	chosen, values, most := kind{}, map[string]any{}, -1
	for _, each := range client.signing[action] {
		named := map[string]any{}
		for _, field := range each.Types[each.PrimaryType] {
			for _, value := range []any{body[field.Name], given[field.Name], given[each.From[field.Name]]} {
				if value != nil {
					named[field.Name] = value
					break
				}
			}
		}
		// With several types it is the one whose fields the params give.
		if len(named) > most {
			chosen, values, most = each, named, len(named)
		}
	}
	body["params"] = given
	body["signature"] = signTypedData(client.key, client.service, chosen.Types, chosen.PrimaryType, values)
	text, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	response, err := http.Post(client.origin+"/v1/trade", "application/json", bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	var envelope struct {
		Status   string
		Response any
		Error    Refused
	}
	if err := json.NewDecoder(response.Body).Decode(&envelope); err != nil {
		return nil, fmt.Errorf("%s: %w", response.Status, err)
	}
	if envelope.Status != "ok" {
		return nil, envelope.Error
	}
	return envelope.Response, nil
}

// Login has the params with which a stream logs in for the subaccount. They hold for a minute.
func (client *Client) Login() map[string]any {
	facts := map[string]any{"subAccountId": client.subAccountID, "timestamp": time.Now().UnixMilli(), "action": "websocketAuth"}
	all := types{"AuthMessage": {{"subAccountId", "uint256"}, {"timestamp", "uint256"}, {"action", "string"}}}
	facts["signature"] = signTypedData(client.key, client.service, all, "AuthMessage", facts)
	return facts
}
