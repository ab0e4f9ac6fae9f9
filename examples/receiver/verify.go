// A receiver of webhooks for Go 1.21 or newer. It needs the module standard-webhooks, which `tidy` fetches:
//
//	go mod init receiver && go mod tidy
//	WEBHOOK_SECRET=whsec_… go run verify.go
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"strings"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

type message struct {
	Type string `json:"type"`
	Data struct {
		ID string `json:"id"`
	} `json:"data"`
	Sequence int64 `json:"sequence"`
}

// handle is your work, or stores the message for it. The same id can arrive twice; of two events of a record, the
// larger sequence is the newer. Work that takes longer than 15 s belongs in a queue that survives a crash.
func handle(id string, m message) error {
	_, err := fmt.Println(id, m.Type, m.Data.ID, m.Sequence)
	return err
}

// open reads the secret. One that does not begin with whsec_ is used as text.
func open(secret string) (*standardwebhooks.Webhook, error) {
	if secret == "" {
		return nil, errors.New("is not set") // The library accepts it, and everyone could sign.
	}
	if strings.HasPrefix(secret, "whsec_") {
		return standardwebhooks.NewWebhook(secret)
	}
	return standardwebhooks.NewWebhookRaw([]byte(secret))
}

func main() {
	webhook, err := open(os.Getenv("WEBHOOK_SECRET"))
	if err != nil {
		log.Fatal("WEBHOOK_SECRET: ", err)
	}
	port := os.Getenv("PORT")
	if port == "" {
		port = "4100"
	}
	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("listening")
	log.Fatal(http.Serve(listener, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// The signature covers the bytes as they arrive: verify them before any parser changes them.
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
		if err != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		var m message
		if webhook.Verify(body, r.Header) != nil || json.Unmarshal(body, &m) != nil {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		if err := handle(r.Header.Get("webhook-id"), m); err != nil {
			log.Print(err)
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		// Only now: what is answered with 204 is never sent again.
		w.WriteHeader(http.StatusNoContent)
	})))
}
