// A partner's application with go-oidc, which signs people in from discovery alone.
package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"log"
	"net/http"
	"net/url"
	"os"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

type person struct {
	Name  string `json:"name"`
	Email string `json:"email"`
}

func main() {
	provider, err := oidc.NewProvider(context.Background(), os.Getenv("ISSUER"))
	if err != nil {
		log.Fatal(err)
	}
	var discovery struct {
		EndSession string `json:"end_session_endpoint"`
	}
	if err := provider.Claims(&discovery); err != nil {
		log.Fatal(err)
	}
	home := "http://127.0.0.1:" + os.Getenv("PORT") + "/"
	config := oauth2.Config{
		ClientID:     os.Getenv("CLIENT_ID"),
		ClientSecret: os.Getenv("CLIENT_SECRET"),
		Endpoint:     provider.Endpoint(),
		RedirectURL:  home + "callback",
		Scopes:       []string{oidc.ScopeOpenID, "profile", "email"},
	}
	verifier := provider.Verifier(&oidc.Config{ClientID: config.ClientID})
	// of the one person who visits
	var state, nonce, idToken string
	var user *person

	http.HandleFunc("/sign-in", func(w http.ResponseWriter, r *http.Request) {
		state, nonce = rand.Text(), rand.Text()
		http.Redirect(w, r, config.AuthCodeURL(state, oidc.Nonce(nonce)), http.StatusFound)
	})
	http.HandleFunc("/callback", func(w http.ResponseWriter, r *http.Request) {
		found, raw, err := exchange(r, provider, &config, verifier, state, nonce)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		user, idToken = found, raw
		http.Redirect(w, r, "/", http.StatusFound)
	})
	http.HandleFunc("/sign-out", func(w http.ResponseWriter, r *http.Request) {
		query := url.Values{"id_token_hint": {idToken}, "post_logout_redirect_uri": {home}}
		user = nil
		http.Redirect(w, r, discovery.EndSession+"?"+query.Encode(), http.StatusFound)
	})
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		if user == nil {
			fmt.Fprint(w, "Hello")
		} else {
			fmt.Fprintf(w, "Hello %s (%s)", user.Name, user.Email)
		}
	})
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}

func exchange(
	r *http.Request, provider *oidc.Provider, config *oauth2.Config, verifier *oidc.IDTokenVerifier,
	state, nonce string,
) (*person, string, error) {
	if r.URL.Query().Get("state") != state {
		return nil, "", fmt.Errorf("another state")
	}
	token, err := config.Exchange(r.Context(), r.URL.Query().Get("code"))
	if err != nil {
		return nil, "", err
	}
	raw, _ := token.Extra("id_token").(string)
	verified, err := verifier.Verify(r.Context(), raw)
	if err != nil {
		return nil, "", err
	}
	if verified.Nonce != nonce {
		return nil, "", fmt.Errorf("another nonce")
	}
	if err := verified.VerifyAccessToken(token.AccessToken); err != nil {
		return nil, "", err
	}
	userinfo, err := provider.UserInfo(r.Context(), config.TokenSource(r.Context(), token))
	if err != nil {
		return nil, "", err
	}
	user := new(person)
	return user, raw, userinfo.Claims(user)
}
