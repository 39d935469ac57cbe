// Made from docs/openapi/auth-server.json by openapi-typescript: npm run openapi:write
export interface paths {
    "/.well-known/jwks.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The public keys as a JWK Set
         * @description RFC 7517; fetched automatically by libraries that validate tokens: the keys of access tokens first, then those of ID tokens.
         */
        get: operations["PublicKey_keySet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/oauth-authorization-server": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Metadata of the authorization server
         * @description RFC 8414: the endpoints and what they support; libraries configure themselves from it.
         */
        get: operations["Metadata_authorizationServer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/openid-configuration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The same metadata for OpenID Connect
         * @description OpenID Connect Discovery 3, with the members that its libraries need.
         */
        get: operations["Metadata_openidConfiguration"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/applications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the applications of the portal
         * @description Those bound to it, those that it approved or blocked, and those to which its people have given access.
         *
         *     Scope: `app.read`. Role: Administrator.
         */
        get: operations["Applications_list"];
        put?: never;
        /**
         * Create an application that belongs to the portal
         * @description The application is bound to the portal and acts there with administrator rights, through a service account of its own. All administrators are notified by mail. Only this response shows the secret.
         *
         *     Scope: `app.write`. Role: Administrator.
         */
        post: operations["Applications_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/applications/{clientId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an application of the portal
         * @description With its approval, and what each person in the portal has allowed it; for the portal’s own application also with its addresses, grants and keys.
         *
         *     Scope: `app.read`. Role: Administrator.
         */
        get: operations["Applications_get"];
        put?: never;
        post?: never;
        /**
         * Disconnect an application
         * @description Ends everything it has in this portal within a second: tokens, consents, the approval. An application bound to the portal is switched off.
         *
         *     Scope: `app.write`. Role: Administrator.
         */
        delete: operations["Applications_disconnect"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/applications/{clientId}/approval": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what an approval of an application is about
         * @description Its name, owner, redirect hosts and scopes, for an administrator who is about to approve it, and the current approval.
         *
         *     Scope: `app.write`. Role: Administrator.
         */
        get: operations["Applications_getApprovable"];
        /**
         * Approve an application
         * @description Replaces the existing approval; rights it no longer grants end immediately. All administrators are notified by mail. An application cannot approve itself.
         *
         *     Scope: `app.write`. Role: Administrator.
         */
        put: operations["Applications_approve"];
        post?: never;
        /**
         * Withdraw the approval of an application
         * @description All access that depends on it ends within a second; access that people have granted themselves stays.
         *
         *     Scope: `app.write`. Role: Administrator.
         */
        delete: operations["Applications_withdraw"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/applications/{clientId}/block": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Block an application
         * @description Disconnects it, and no person of the portal can connect it until it is unblocked.
         *
         *     Scope: `app.write`. Role: Administrator.
         */
        put: operations["Applications_block"];
        post?: never;
        /**
         * Unblock an application
         * @description Access that ended with the block is not restored.
         *
         *     Scope: `app.write`. Role: Administrator.
         */
        delete: operations["Applications_unblock"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/applications/{clientId}/consents/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Disconnect an application from one person
         * @description Scope: `app.write`. Role: Administrator.
         */
        delete: operations["Applications_forgetConsent"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/applications/{clientId}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret of an application that belongs to the portal
         * @description The old secret stops working immediately unless `grace_seconds` is sent. With it, both secrets work until `previous_secret_until`, so that the new one can be rolled out without a gap. At most two secrets work: a secret that was replaced earlier stops immediately. An application that rotates its own secret needs a token with all of its scopes, but no recent login. All administrators are notified by mail.
         *
         *     Scope: `app.write`. Role: Administrator.
         */
        post: operations["Applications_rotateSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/client": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List OAuth clients
         * @description For applications with special permissions.
         *
         *     Scope: `app.read`.
         */
        get: operations["Clients_list"];
        put?: never;
        /**
         * Create an OAuth client
         * @description For applications with special permissions. Only this answer shows the secret.
         *
         *     Scope: `app.write`.
         */
        post: operations["Clients_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/client/{clientId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Update client settings
         * @description By the client itself, its owner, a special application or an administrator of its portal.
         *
         *     Any token.
         */
        put: operations["Clients_change"];
        post?: never;
        /**
         * Delete a client
         * @description Every token of the client is revoked.
         *
         *     Any token.
         */
        delete: operations["Clients_remove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/client/{clientId}/regenerate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Generate a new random client secret
         * @description With a client_credentials token of the client itself or of a special application. The old secret stops working immediately unless `grace_seconds` is sent.
         *
         *     Any token.
         */
        post: operations["Clients_regenerate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/authorize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ask a person for authorization
         * @description Send a browser to this address; it is not meant to be called by programs and does not answer other origins. After sign-in, the choice of a portal and consent, the browser is sent back to `redirect_uri` with `code` (or, with the implicit grant, `access_token` and `token` in the fragment), `state` and `iss`; or with `error` and `error_description`. A form posted to this address is answered by a redirect to it (303).
         */
        get: operations["Authorize_begin"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/introspect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Introspect a token
         * @description RFC 7662. Describes tokens of the calling client; for all others, and for those that are no longer valid, the answer is just `active: false`.
         */
        post: operations["Revoke_introspect"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sign a person out
         * @description Send a browser to this address; it is not meant to be called by programs and does not answer other origins. With an ID token of the session that is signed in and a registered address, the session ends and the browser is redirected immediately; otherwise a page asks for confirmation. Tokens and connected applications stay: revoke what you no longer need. A form posted to this address is answered by a redirect to it (303).
         */
        get: operations["Logout_begin"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/public-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The public keys of access tokens
         * @description For offline validation. As JSON it holds all published keys and, as PEM, the one that currently signs; it is plain PEM if `Accept` requests it or `kid` names a key. Cache it according to Cache-Control, and fetch it again when a token names a `kid` that you do not have.
         */
        get: operations["PublicKey_publicKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a token
         * @description RFC 7009. Revoking a refresh token also ends everything that came from the same consent or login; revoking an access token ends only that token. An unknown token is not an error.
         */
        post: operations["Revoke_revoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Obtain an access token
         * @description All grants except implicit. Each parameter names its grants; one that belongs to another grant is refused.
         */
        post: operations["Token_token"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/userinfo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the claims about the person of this token
         * @description OpenID Connect: the present values of the claims in the ID token. `profile` and `email` add theirs.
         */
        get: operations["Userinfo_get"];
        put?: never;
        /** The same as GET, for libraries that use POST */
        post: operations["Userinfo_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check the token of this request
         * @description For debugging, and for resource servers that do not validate offline.
         */
        get: operations["Validate_validate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Application: {
            client_id: string;
            client_name: string;
            /** @description How many people in the portal have given it access. */
            consents_count: number;
            /** @description Whether the portal has approved it. */
            is_approved: boolean;
            is_blocked: boolean;
            /** @enum {string} */
            kind: "connected" | "own";
            /** Format: date-time */
            last_used_time: string | null;
            /** @description Who in the portal created it. */
            made_by: components["schemas"]["ApplicationPerson"] | null;
            /**
             * Format: date-time
             * @description When the replaced secret stops working.
             */
            previous_secret_until: string | null;
            /** @description The portal’s own application: its scopes. Others: the approved scopes or, without approval, those that people have allowed. */
            scopes: components["schemas"]["Scope"][];
            /** Format: date-time */
            since: string;
            /**
             * @description 0: switched off.
             * @enum {integer}
             */
            status: 0 | 1;
        };
        ApplicationConsent: {
            /** Format: date-time */
            last_used_time: string | null;
            name: string;
            scopes: components["schemas"]["Scope"][];
            /** Format: date-time */
            since: string;
            user_id: number;
        };
        ApplicationDetail: {
            approval: components["schemas"]["Approval"] | null;
            /** Format: date-time */
            blocked_time: string | null;
            client_id: string;
            client_name: string;
            /** @description The most recent first; `offset` and `limit` page through them. */
            consents: components["schemas"]["ApplicationConsent"][];
            /** @description How many people in the portal have given it access. */
            consents_count: number;
            /** @description The portal’s own application: how it may get tokens. Others: null. */
            grants: ("authorization_code" | "client_credentials" | "password" | "refresh_token" | "service_jwt" | "implicit")[] | null;
            /** @description Whether the portal has approved it. */
            is_approved: boolean;
            is_blocked: boolean;
            /** @description The portal’s own application: its public keys for service_jwt, by `kid`. Others: null. */
            keys: components["schemas"]["ApplicationKey"][] | null;
            /** @enum {string} */
            kind: "connected" | "own";
            /** Format: date-time */
            last_used_time: string | null;
            /** @description Who in the portal created it. */
            made_by: components["schemas"]["ApplicationPerson"] | null;
            /**
             * Format: date-time
             * @description When the replaced secret stops working.
             */
            previous_secret_until: string | null;
            /** @description The portal’s own application: where people come back to after a sign-in. Others: null. */
            redirect_uris: string[] | null;
            /** @description The portal’s own application: its scopes. Others: the approved scopes or, without approval, those that people have allowed. */
            scopes: components["schemas"]["Scope"][];
            /** Format: date-time */
            since: string;
            /**
             * @description 0: switched off.
             * @enum {integer}
             */
            status: 0 | 1;
        };
        ApplicationKey: {
            /** @enum {string} */
            alg: "ES256" | "RS256" | "EdDSA";
            /** Format: date-time */
            created_time: string;
            kid: string;
        };
        ApplicationList: {
            hits: components["schemas"]["Application"][];
            total: number;
        };
        ApplicationOwner: {
            /** @enum {string} */
            kind: "service" | "portal" | "none";
            portal_title: string | null;
        };
        ApplicationPerson: {
            name: string | null;
            user_id: number;
        };
        ApplicationWithSecret: {
            client_id: string;
            client_name: string;
            /** @description Only this response shows it. */
            client_secret: string;
            /** @description How many people in the portal have given it access. */
            consents_count: number;
            /** @description Whether the portal has approved it. */
            is_approved: boolean;
            is_blocked: boolean;
            /** @enum {string} */
            kind: "connected" | "own";
            /** Format: date-time */
            last_used_time: string | null;
            /** @description Who in the portal created it. */
            made_by: components["schemas"]["ApplicationPerson"] | null;
            /**
             * Format: date-time
             * @description When the replaced secret stops working.
             */
            previous_secret_until: string | null;
            /** @description The portal’s own application: its scopes. Others: the approved scopes or, without approval, those that people have allowed. */
            scopes: components["schemas"]["Scope"][];
            /** Format: date-time */
            since: string;
            /**
             * @description 0: switched off.
             * @enum {integer}
             */
            status: 0 | 1;
        };
        ApprovableApplication: {
            /** @description The current approval. */
            approval: components["schemas"]["Approval"] | null;
            client_id: string;
            client_name: string;
            /** @description `service`: this service itself; `portal`: another portal; `none`: no portal. */
            owner: components["schemas"]["ApplicationOwner"];
            /** @description The hosts to which people return after a sign-in, or the schemes of applications on their devices. */
            redirect_hosts: string[];
            /** @description All that an approval may contain. */
            scopes: components["schemas"]["Scope"][];
        };
        Approval: {
            /** @description Whether it may act for people in the portal (service_jwt). */
            acts_for_people: boolean;
            approved_by: components["schemas"]["ApplicationPerson"] | null;
            /** Format: date-time */
            approved_time: string;
            /** @enum {string} */
            came_by: "administrator" | "onboarding" | "operator";
            /** @description Whether this includes administrators. */
            for_administrators: boolean;
            /** Format: date-time */
            last_used_time: string | null;
            /** @description Whether it may create portals under this distribution partner. */
            makes_portals: boolean;
            scopes: components["schemas"]["Scope"][];
        };
        ChangeClient: {
            client_name?: string;
            /**
             * @description How ID tokens are signed: `RS256`, which every library knows, or `ES256`, as access tokens are where this server signs them so.
             * @enum {string}
             */
            id_token_alg?: "RS256" | "ES256";
            /** @description JWK Set of public keys for service_jwt (extension), as text or as the object itself; it replaces the previous one. A key without a `kid` gets its RFC 7638 thumbprint. */
            jwks?: string;
            /** @description All addresses to which people may come back after a sign-out; an empty list removes them. */
            post_logout_redirect_uris?: string[];
            /** @description Replaces the first address; further ones stay. */
            redirect_uri?: string;
            /** @description Replaces all addresses; the first is its `redirect_uri`. */
            redirect_uris?: string[];
            status?: number;
        };
        Client: {
            client_id: string;
            client_name: string;
            /** Format: date-time */
            created_time: string;
            /**
             * @description How ID tokens are signed: `RS256`, which every library knows, or `ES256`, as access tokens are where this server signs them so.
             * @enum {string}
             */
            id_token_alg: "RS256" | "ES256";
            portal_name: string | null;
            /** @description Of a client that has any. */
            post_logout_redirect_uris?: string[];
            redirect_uri: string | null;
            /** @description Of a client with several: `redirect_uri`, and the others in alphabetical order. */
            redirect_uris?: string[];
            /** @enum {integer} */
            status: 0 | 1;
        };
        ClientList: {
            hits: components["schemas"]["Client"][];
            total: number;
        };
        ClientWithSecret: {
            client_id: string;
            client_name: string;
            client_secret: string;
            /** Format: date-time */
            created_time: string;
            /**
             * @description How ID tokens are signed: `RS256`, which every library knows, or `ES256`, as access tokens are where this server signs them so.
             * @enum {string}
             */
            id_token_alg: "RS256" | "ES256";
            portal_name: string | null;
            /** @description Of a client that has any. */
            post_logout_redirect_uris?: string[];
            redirect_uri: string | null;
            /** @description Of a client with several: `redirect_uri`, and the others in alphabetical order. */
            redirect_uris?: string[];
            /** @enum {integer} */
            status: 0 | 1;
        };
        CreateApplication: {
            client_name: string;
            /**
             * @description How ID tokens are signed: `RS256`, which every library knows, or `ES256`, as access tokens are where this server signs them so.
             * @enum {string}
             */
            id_token_alg?: "RS256" | "ES256";
            /** @description JWK Set of public keys for service_jwt (extension), as text or as the object itself; it replaces the previous one. A key without a `kid` gets its RFC 7638 thumbprint. */
            jwks?: string;
            /** @description All addresses to which people may come back after a sign-out; an empty list removes them. */
            post_logout_redirect_uris?: string[];
            /** @description Where people come back to after a sign-in; not needed with `redirect_uris`. */
            redirect_uri?: string;
            /** @description Several such addresses; the first is its `redirect_uri`. */
            redirect_uris?: string[];
        };
        CreateClient: {
            client_name: string;
            /**
             * @description How ID tokens are signed: `RS256`, which every library knows, or `ES256`, as access tokens are where this server signs them so.
             * @enum {string}
             */
            id_token_alg?: "RS256" | "ES256";
            /** @description JWK Set of public keys for service_jwt (extension), as text or as the object itself; it replaces the previous one. A key without a `kid` gets its RFC 7638 thumbprint. */
            jwks?: string;
            /** @description Makes a client that is bound to this portal. */
            portal_name?: string;
            /** @description All addresses to which people may come back after a sign-out; an empty list removes them. */
            post_logout_redirect_uris?: string[];
            /** @description Where people come back to after a sign-in; not needed with `redirect_uris`. */
            redirect_uri?: string;
            /** @description Several such addresses; the first is its `redirect_uri`. */
            redirect_uris?: string[];
        };
        Error: {
            /** @description Which fields are wrong, and how: at most a hundred. */
            additional_errors?: components["schemas"]["FieldError"][];
            /** @description The HTTP status. */
            code: number;
            /** @description With `enrollment_exists`: the existing enrollment. */
            enrollment_id?: number;
            error_code: components["schemas"]["ErrorCode"];
            /** @description With `enrollment_exists`: the same. */
            id?: number;
            /** @description With `limit_reached` and `server_busy`: the limit that was reached. */
            limit?: string;
            /** @description A sentence for people. */
            message: string;
            /** @description With `limit_reached`: the maximum. */
            most?: number;
            /** @description The id of the request; quote it when asking for help. */
            ref: string;
        };
        /**
         * @description A stable code for programs; docs/errors.md lists them all.
         * @enum {string}
         */
        ErrorCode: "validation_failed" | "bad_request" | "incomplete_body" | "invalid_json" | "invalid_encoding" | "invalid_value" | "invalid_multipart" | "image_refused" | "unexpected_file" | "too_many_parameters" | "client_without_secret" | "invalid_token" | "insufficient_scope" | "administrator_required" | "role_required" | "portal_required" | "licence_required" | "feature_required" | "service_account" | "special_permission_required" | "application_token_required" | "onboarding_not_allowed" | "partner_not_approved" | "own_approval" | "not_own_application" | "fresh_login_required" | "not_found" | "method_not_allowed" | "limit_reached" | "no_seat_left" | "enrollment_exists" | "invalid_transition" | "user_exists" | "invitation_accepted" | "invitation_pending" | "user_blocked" | "default_collection" | "too_many_items" | "last_administrator" | "domain_taken" | "not_previewable" | "webhook_limit" | "webhook_disabled" | "idempotency_key_reused" | "idempotency_answer_lost" | "secret_just_rotated" | "own_application" | "application_blocked" | "precondition_failed" | "payload_too_large" | "uri_too_long" | "unsupported_media_type" | "too_many_requests" | "headers_too_large" | "internal_error" | "temporarily_unavailable" | "server_busy" | "not_ready";
        FieldError: {
            error_code: components["schemas"]["FieldErrorCode"];
            /** @description The fault of the field. */
            message: string;
            /** @description The field, with dots between the parts of its name. */
            path: string;
        };
        /** @enum {string} */
        FieldErrorCode: "required" | "invalid" | "invalid_type" | "invalid_format" | "invalid_value" | "invalid_key" | "invalid_element" | "invalid_union" | "too_big" | "too_small" | "not_multiple_of" | "unrecognized_keys" | "custom" | "too_many_values" | "unknown_manager" | "manager_cycle" | "unknown_learning_object" | "unknown_partner" | "unknown_creation_path" | "payment_declined" | "payments_not_set_up" | "beyond_client" | "password_short" | "password_long" | "password_common" | "password_own" | "invalid_idempotency_key";
        GiveApproval: {
            /** @description May act for people in the portal (service_jwt). Default: `false`. */
            acts_for_people?: boolean;
            /** @description Including administrators. Default: `false`. */
            for_administrators?: boolean;
            /** @description May create portals under this distribution partner. Default: `false`. */
            makes_portals?: boolean;
            scopes?: components["schemas"]["Scope"][];
        };
        Introspection: {
            active: boolean;
            aud?: string[];
            client_id?: string;
            exp?: number;
            /** @description 30 seconds before it was issued, as `nbf`. */
            iat?: number;
            iss?: string;
            jti?: string;
            nbf?: number;
            portal_id?: number;
            portal_name?: string;
            roles?: string[];
            /** @description Separated by spaces (RFC 9068). */
            scope?: string;
            /** @description The same, as a list. */
            scopes?: string[];
            /** @description Grows from token to token. */
            seq?: number;
            /** @description The grant family: everything that a replay or the revocation of a refresh token ends. */
            sid?: string;
            /** @description Account id as a string; the client_id for an application outside any portal. */
            sub?: string;
            /**
             * @description Of an access token.
             * @enum {string}
             */
            token_type?: "Bearer";
            user?: components["schemas"]["TokenUser"];
            /** @description E-mail address of the person, if there is one. */
            username?: string;
        } & {
            [key: string]: unknown;
        };
        Jwk: {
            /** @enum {string} */
            alg: "ES256" | "RS256";
            kid: string;
            /** @enum {string} */
            kty: "EC" | "RSA";
            /** @enum {string} */
            use: "sig";
        } & {
            [key: string]: unknown;
        };
        KeySet: {
            /** @description The one that currently signs comes first. */
            keys: components["schemas"]["Jwk"][];
        };
        Metadata: {
            authorization_endpoint: string;
            /** @description RFC 9207 */
            authorization_response_iss_parameter_supported: boolean;
            code_challenge_methods_supported: string[];
            grant_types_supported: string[];
            introspection_endpoint: string;
            introspection_endpoint_auth_methods_supported: string[];
            /** @description Exactly the `iss` of every token. */
            issuer: string;
            jwks_uri: string;
            response_modes_supported: string[];
            response_types_supported: string[];
            revocation_endpoint: string;
            revocation_endpoint_auth_methods_supported: string[];
            scopes_supported: string[];
            subject_types_supported: string[];
            token_endpoint: string;
            token_endpoint_auth_methods_supported: string[];
            ui_locales_supported: string[];
        };
        /** @description The members of the JSON body as fields: lists as `roles[]`, members of objects as `custom_fields[department]`. */
        MultipartForm: {
            [key: string]: string;
        };
        OAuthError: {
            /** @description A stable code for programs (RFC 6749 5.2). */
            error: string;
            /** @description A sentence for people. */
            error_description: string;
            /** @description A hint at what to check. */
            hint: string;
            /** @description The same as `error_description`. */
            message: string;
        };
        OpenidClaims: {
            /** @description This and the next with `email`. */
            email?: string;
            /** @description Whether the person has proven the address and accepted the account. */
            email_verified?: boolean;
            family_name?: string;
            given_name?: string;
            locale?: string;
            /** @description This and the next five with `profile`. */
            name?: string;
            /** @description Absent without one. */
            picture?: string;
            portal_id: number;
            portal_name: string;
            /** @description The address, with both `profile` and `email`. */
            preferred_username?: string;
            /** @description In this portal, with `roles`. */
            roles?: components["schemas"]["Role"][];
            /** @description Account id as text, as in access tokens. */
            sub: string;
            /** @description Seconds since 1970. */
            updated_at?: number;
        };
        OpenidMetadata: {
            acr_values_supported: string[];
            authorization_endpoint: string;
            /** @description RFC 9207 */
            authorization_response_iss_parameter_supported: boolean;
            claims_parameter_supported: boolean;
            claims_supported: string[];
            code_challenge_methods_supported: string[];
            /** @description OpenID Connect RP-Initiated Logout 2.1 */
            end_session_endpoint: string;
            grant_types_supported: string[];
            id_token_signing_alg_values_supported: string[];
            introspection_endpoint: string;
            introspection_endpoint_auth_methods_supported: string[];
            /** @description Exactly the `iss` of every token. */
            issuer: string;
            jwks_uri: string;
            prompt_values_supported: string[];
            request_parameter_supported: boolean;
            request_uri_parameter_supported: boolean;
            response_modes_supported: string[];
            response_types_supported: string[];
            revocation_endpoint: string;
            revocation_endpoint_auth_methods_supported: string[];
            scopes_supported: string[];
            subject_types_supported: string[];
            token_endpoint: string;
            token_endpoint_auth_methods_supported: string[];
            ui_locales_supported: string[];
            userinfo_endpoint: string;
        };
        PublicKey: {
            alg: string;
            /** @description The one that currently signs comes first. */
            keys: components["schemas"]["Jwk"][];
            kid: string;
            /** @description PEM (SPKI) of the key that currently signs. */
            public_key: string;
        };
        RegenerateSecret: {
            /** @description How long the old secret keeps working, in seconds. Default: `0`. */
            grace_seconds?: number;
        };
        /** @description Always empty. */
        Revoked: {
            [key: string]: string;
        };
        /** @enum {string} */
        Role: "Administrator" | "Manager" | "Content administrator" | "Learner";
        /** @enum {string} */
        Scope: "account.read" | "user.read" | "user.write" | "user.login" | "user.login.me" | "portal.read" | "portal.write" | "lo.read" | "lo.write" | "enrollment.read" | "enrollment.write" | "webhook.read" | "webhook.write" | "app.read" | "app.write" | "group.read" | "group.write" | "audit.read" | "usage.read";
        TokenPortal: {
            id: number;
            name: string;
        };
        TokenResponse: {
            /** @description A JWT (RFC 9068). */
            access_token: string;
            /** @description Seconds. */
            expires_in: number;
            /** @description With the scope `openid`: a JWT about the login (OpenID Connect Core 2). */
            id_token?: string;
            /** @description Works for one exchange, within 90 days; only with some grants. */
            refresh_token?: string;
            /** @description Present if it differs from what was requested (RFC 6749 5.1). */
            scope?: string;
            /** @enum {string} */
            token_type: "Bearer";
        };
        TokenUser: {
            email: string;
            first_name: string;
            id: number;
            last_name: string;
        };
        /** @description The members of the JSON body as fields: lists as `roles[]`, members of objects as `custom_fields[department]`. */
        UrlencodedForm: {
            [key: string]: string;
        };
        Validation: {
            /** @enum {boolean} */
            active: true;
            aud: string[];
            client_id: string;
            exp: number;
            /** @description 30 seconds before it was issued, as `nbf`. */
            iat: number;
            iss: string;
            jti: string;
            nbf: number;
            portal?: components["schemas"]["TokenPortal"];
            portal_id?: number;
            portal_name?: string;
            roles?: string[];
            /** @description Separated by spaces (RFC 9068). */
            scope: string;
            /** @description The same, as a list. */
            scopes: string[];
            /** @description Grows from token to token. */
            seq: number;
            /** @description The grant family: everything that a replay or the revocation of a refresh token ends. */
            sid: string;
            /** @description Account id as a string; the client_id for an application outside any portal. */
            sub: string;
            user?: components["schemas"]["TokenUser"];
        } & {
            [key: string]: unknown;
        };
    };
    responses: {
        /** @description A parameter is malformed or missing; `additional_errors` names it. */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Another request has just rotated the secret: `secret_just_rotated`. `idempotency_key_reused`: the Idempotency-Key was used for another request. */
        Conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The token lacks the required scope: `insufficient_scope`; or the required role: `administrator_required`; or a portal: `portal_required`. Or the token does not come from a login with the person’s own password in the last ten minutes: `fresh_login_required`. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The headers are too large. */
        HeadersTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The portal has no such application, or there is nothing to end. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A parameter is malformed, missing or sent twice: `invalid_request`. */
        OAuthBadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthError"];
            };
        };
        /** @description The token was not granted `openid`, as an application’s own never is: `insufficient_scope`. */
        OAuthForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthError"];
            };
        };
        /** @description The headers are too large. */
        OAuthHeadersTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthError"];
            };
        };
        /** @description The body is too large. */
        OAuthPayloadTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthError"];
            };
        };
        /** @description Something went wrong on our side: `server_error`. */
        OAuthServerError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthError"];
            };
        };
        /** @description Too many requests; `Retry-After` states how long to wait. */
        OAuthTooManyRequests: {
            headers: {
                /** @description Seconds to wait. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthError"];
            };
        };
        /** @description The client is unknown or inactive, or its secret is wrong: `invalid_client`. */
        OAuthUnauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthError"];
            };
        };
        /** @description The database is unavailable or too busy; `Retry-After` states when to retry. */
        OAuthUnavailable: {
            headers: {
                /** @description Seconds to wait. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthError"];
            };
        };
        /** @description The address is too long. */
        OAuthUriTooLong: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthError"];
            };
        };
        /** @description The body is too large. */
        PayloadTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Something went wrong on our side; quote `ref` when asking for help. */
        ServerError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Too many requests; `Retry-After` states how long to wait. */
        TooManyRequests: {
            headers: {
                /** @description Seconds to wait. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The token is missing, malformed, expired or revoked. */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The database is unavailable, or `server_busy`; `Retry-After` states when to retry. */
        Unavailable: {
            headers: {
                /** @description Seconds to wait. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is neither JSON nor urlencoded nor multipart/form-data, or it is compressed. */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The address is too long. */
        UriTooLong: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    PublicKey_keySet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeySet"];
                };
            };
            400: components["responses"]["OAuthBadRequest"];
            414: components["responses"]["OAuthUriTooLong"];
            429: components["responses"]["OAuthTooManyRequests"];
            431: components["responses"]["OAuthHeadersTooLarge"];
            500: components["responses"]["OAuthServerError"];
            503: components["responses"]["OAuthUnavailable"];
        };
    };
    Metadata_authorizationServer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Metadata"];
                };
            };
            400: components["responses"]["OAuthBadRequest"];
            414: components["responses"]["OAuthUriTooLong"];
            429: components["responses"]["OAuthTooManyRequests"];
            431: components["responses"]["OAuthHeadersTooLarge"];
            500: components["responses"]["OAuthServerError"];
            503: components["responses"]["OAuthUnavailable"];
        };
    };
    Metadata_openidConfiguration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenidMetadata"];
                };
            };
            400: components["responses"]["OAuthBadRequest"];
            414: components["responses"]["OAuthUriTooLong"];
            429: components["responses"]["OAuthTooManyRequests"];
            431: components["responses"]["OAuthHeadersTooLarge"];
            500: components["responses"]["OAuthServerError"];
            503: components["responses"]["OAuthUnavailable"];
        };
    };
    Applications_list: {
        parameters: {
            query?: {
                /** @description `own`: bound to the portal; `connected`: other applications that the portal or its people have given access, or that are blocked. By default, both. */
                kind?: ("connected" | "own")[];
                /** @description How many items to return; 0 returns only the total. */
                limit?: number;
                /** @description How many items to skip. */
                offset?: number;
                /** @description Part of the name, or the client id. */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description The token lacks the required scope: `insufficient_scope`; or the required role: `administrator_required`; or a portal: `portal_required`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Applications_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key gets the first answer again, for 24 hours or for as long as a secret in it works. Errors are not kept. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateApplication"];
                "application/x-www-form-urlencoded": components["schemas"]["UrlencodedForm"];
                "multipart/form-data": components["schemas"]["MultipartForm"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationWithSecret"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `limit_reached`: Limit per portal: 100 OAuth clients. `limit_reached`: Limit per portal or owner and day: 200 OAuth clients created, including those since deleted. `idempotency_key_reused`: the Idempotency-Key was used for another request. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Applications_get: {
        parameters: {
            query?: {
                /** @description How many items to return; 0 returns only the total. */
                limit?: number;
                /** @description How many items to skip. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description The `client_id` of the application. */
                clientId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationDetail"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description The token lacks the required scope: `insufficient_scope`; or the required role: `administrator_required`; or a portal: `portal_required`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            404: components["responses"]["NotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Applications_disconnect: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `client_id` of the application. */
                clientId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success, without a body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description The token lacks the required scope: `insufficient_scope`; or the required role: `administrator_required`; or a portal: `portal_required`. Or the token is a person’s, and does not come from a login with their own password in the last ten minutes: `fresh_login_required`. A bound application needs none with a token of its own. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            404: components["responses"]["NotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Applications_getApprovable: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `client_id` of the application. */
                clientId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovableApplication"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description The token lacks the required scope: `insufficient_scope`; or the required role: `administrator_required`; or a portal: `portal_required`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No application with this id can be approved. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It belongs to the portal and needs no approval: `own_application`. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Applications_approve: {
        parameters: {
            query?: never;
            header?: {
                /** @description Accepted from clients that send one; it changes nothing. */
                "Api-Version"?: string;
            };
            path: {
                /** @description The `client_id` of the application. */
                clientId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GiveApproval"];
                "application/x-www-form-urlencoded": components["schemas"]["UrlencodedForm"];
                "multipart/form-data": components["schemas"]["MultipartForm"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationDetail"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description It belongs to the portal and needs no approval: `own_application`; or it is blocked: `application_blocked`. `limit_reached`: Limit per portal: 500 approved applications. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Applications_withdraw: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `client_id` of the application. */
                clientId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success, without a body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Applications_block: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `client_id` of the application. */
                clientId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationDetail"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description `limit_reached`: Limit per portal: 1,000 blocked applications. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Applications_unblock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `client_id` of the application. */
                clientId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success, without a body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Applications_forgetConsent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `client_id` of the application. */
                clientId: string;
                /** @description The id of the account, as in the list of users. */
                userId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success, without a body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description The token lacks the required scope: `insufficient_scope`; or the required role: `administrator_required`; or a portal: `portal_required`. Or the token is a person’s, and does not come from a login with their own password in the last ten minutes: `fresh_login_required`. A bound application needs none with a token of its own. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            404: components["responses"]["NotFound"];
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Applications_rotateSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key gets the first answer again, for 24 hours or for as long as a secret in it works. Errors are not kept. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The `client_id` of the application. */
                clientId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RegenerateSecret"];
                "application/x-www-form-urlencoded": components["schemas"]["UrlencodedForm"];
                "multipart/form-data": components["schemas"]["MultipartForm"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationWithSecret"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description The token lacks the required scope: `insufficient_scope`; or the required role: `administrator_required`; or a portal: `portal_required`. Or the token does not come from a login with the person’s own password in the last ten minutes: `fresh_login_required`. Or the application does not belong to the portal: `not_own_application`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Clients_list: {
        parameters: {
            query?: {
                /** @description How many items to return; 0 returns only the total. */
                limit?: number;
                /** @description How many items to skip. */
                offset?: number;
                /** @description All clients of this portal; by default your own unbound ones. */
                portal_name?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description The token lacks the required scope: `insufficient_scope`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Clients_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key gets the first answer again, for 24 hours or for as long as a secret in it works. Errors are not kept. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateClient"];
                "application/x-www-form-urlencoded": components["schemas"]["UrlencodedForm"];
                "multipart/form-data": components["schemas"]["MultipartForm"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientWithSecret"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description The token lacks the required scope: `insufficient_scope`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `limit_reached`: Limit per portal: 100 OAuth clients. `limit_reached`: Limit per owner: 1,000 unbound OAuth clients. `limit_reached`: Limit per portal or owner and day: 200 OAuth clients created, including those since deleted. `idempotency_key_reused`: the Idempotency-Key was used for another request. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Clients_change: {
        parameters: {
            query?: never;
            header?: {
                /** @description Accepted from clients that send one; it changes nothing. */
                "Api-Version"?: string;
            };
            path: {
                /** @description The `client_id` of the application. */
                clientId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeClient"];
                "application/x-www-form-urlencoded": components["schemas"]["UrlencodedForm"];
                "multipart/form-data": components["schemas"]["MultipartForm"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Client"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description The token may not do this. Or the caller may not manage clients like this: `insufficient_scope`, `special_permission_required`, `application_token_required`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No such client that the caller may manage. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Clients_remove: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `client_id` of the application. */
                clientId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success, without a body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description The token may not do this. Or the caller may not manage clients like this: `insufficient_scope`, `special_permission_required`, `application_token_required`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No such client that the caller may manage. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            414: components["responses"]["UriTooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Clients_regenerate: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key gets the first answer again, for 24 hours or for as long as a secret in it works. Errors are not kept. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The `client_id` of the application. */
                clientId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RegenerateSecret"];
                "application/x-www-form-urlencoded": components["schemas"]["UrlencodedForm"];
                "multipart/form-data": components["schemas"]["MultipartForm"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientWithSecret"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description The token may not do this. Or the caller may not manage clients like this: `insufficient_scope`, `special_permission_required`, `application_token_required`. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No such client that the caller may manage. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            414: components["responses"]["UriTooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    Authorize_begin: {
        parameters: {
            query: {
                /** @description With `openid`: `2fa` requests the second factor of a person who has one. Never an error. */
                acr_values?: string;
                /**
                 * @deprecated
                 * @description `force`: requires consent again; ignored with `openid`.
                 */
                approval_prompt?: string;
                /** @description With `new_client`, any text that is not the id of a client. */
                client_id: string;
                /** @description RFC 7636; required for clients without a secret. */
                code_challenge?: string;
                /** @description `S256`. */
                code_challenge_method?: string;
                /** @description With `partner_portal_id`: lets people who belong to no portal create one on the way. Values are provided by support. */
                creation_path?: string;
                /** @description With `openid`: an earlier ID token of this client, even an expired one. Only the person that it names can answer. */
                id_token_hint?: string;
                /** @description With `openid`: the address to fill in on the login page, at most 320 characters. */
                login_hint?: string;
                /** @description Seconds; a person who signed in longer ago must enter the password again. */
                max_age?: string;
                /** @description Name of a client to be created on the way, bound to the portal of the administrator who approves it; its `client_id` and `client_secret` are returned together with the code. */
                new_client?: string;
                /** @description With `openid`: at most 512 characters, returned in the ID token. */
                nonce?: string;
                /** @description A one-time token of a person, used instead of the password. */
                one_time_token?: string;
                /**
                 * @deprecated
                 * @description The same.
                 */
                oneTimeToken?: string;
                /** @description Id of the distribution partner’s portal above the new one. */
                partner_portal_id?: string;
                /** @description With `openid`: host name of the portal to enter, or its first label, so that the person need not choose. */
                portal_name?: string;
                /** @description `login`, `select_account`, `select_portal` (only the choice of the portal) or `consent`, separated by spaces: the steps to repeat. With `openid`, only `none`: an immediate answer, without a page. */
                prompt?: string;
                /** @description `false`: what would be sent back is shown on a page instead. Only with `code`. */
                redirect?: string;
                /** @description Exactly as registered for the client; clients without a secret may use any port of a loopback address. */
                redirect_uri: string;
                /**
                 * @deprecated
                 * @description With `openid`: not supported.
                 */
                request?: string;
                /**
                 * @deprecated
                 * @description With `openid`: not supported.
                 */
                request_uri?: string;
                /** @description `query`, `fragment` or `form_post` with `code`, by default `query`; with `token` always `fragment`. */
                response_mode?: string;
                /** @description `token` is the implicit grant, which must be allowed for the client. */
                response_type: "code" | "token";
                /** @description Separated by spaces; by default everything that the client may have. With `openid` this is a request of OpenID Connect, and `profile`, `email` and `roles` add claims to its ID token. */
                scope?: string;
                /** @description Returned unchanged. */
                state?: string;
                /** @description Languages for the pages, the preferred one first, separated by spaces; by default those of Accept-Language. */
                ui_locales?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page: sign-in, choice of a portal, or consent. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Back to `redirect_uri`, or on to the first page. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A page: the client or redirect_uri is unknown or they do not match, so nothing is sent back. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    Revoke_introspect: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Also accepted as JSON and multipart/form-data. */
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    /** @description Not needed with HTTP Basic. */
                    client_id?: string;
                    /** @description For clients that have one; in the body or by HTTP Basic, not both. */
                    client_secret?: string;
                    /** @description An access token or a refresh token. */
                    token: string;
                    /** @description Not needed; the kind of token is recognised. */
                    token_type_hint?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Introspection"];
                };
            };
            400: components["responses"]["OAuthBadRequest"];
            401: components["responses"]["OAuthUnauthorized"];
            413: components["responses"]["OAuthPayloadTooLarge"];
            414: components["responses"]["OAuthUriTooLong"];
            429: components["responses"]["OAuthTooManyRequests"];
            431: components["responses"]["OAuthHeadersTooLarge"];
            500: components["responses"]["OAuthServerError"];
            503: components["responses"]["OAuthUnavailable"];
        };
    };
    Logout_begin: {
        parameters: {
            query?: {
                /** @description Not needed with `id_token_hint`, whose client it must be. */
                client_id?: string;
                /** @description An ID token of the session that is to end, even an expired one. */
                id_token_hint?: string;
                /** @description One of the client’s `post_logout_redirect_uris`, byte by byte. */
                post_logout_redirect_uri?: string;
                /** @description Returned unchanged. */
                state?: string;
                /** @description Languages for the pages, the preferred one first, separated by spaces; by default those of Accept-Language. */
                ui_locales?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page: it asks whether to sign out, or says that no person is signed in. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Back to `post_logout_redirect_uri`, with `state`. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A page: the client is unknown or has not registered the address, so nothing ends. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    PublicKey_publicKey: {
        parameters: {
            query?: {
                /** @description The `kid` in the header of a token; the answer is then that key as PEM. */
                kid?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicKey"];
                    "application/x-pem-file": string;
                    "text/plain": string;
                };
            };
            400: components["responses"]["OAuthBadRequest"];
            /** @description No published key has this `kid`. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            414: components["responses"]["OAuthUriTooLong"];
            429: components["responses"]["OAuthTooManyRequests"];
            431: components["responses"]["OAuthHeadersTooLarge"];
            500: components["responses"]["OAuthServerError"];
            503: components["responses"]["OAuthUnavailable"];
        };
    };
    Revoke_revoke: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Also accepted as JSON and multipart/form-data. */
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    /** @description Not needed with HTTP Basic. */
                    client_id?: string;
                    /** @description For clients that have one; in the body or by HTTP Basic, not both. */
                    client_secret?: string;
                    /** @description An access token or a refresh token. */
                    token: string;
                    /** @description Not needed; the kind of token is recognised. */
                    token_type_hint?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Revoked"];
                };
            };
            /** @description A parameter is malformed, missing or sent twice: `invalid_request`. Or the token is another client’s: `unauthorized_client`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            401: components["responses"]["OAuthUnauthorized"];
            413: components["responses"]["OAuthPayloadTooLarge"];
            414: components["responses"]["OAuthUriTooLong"];
            429: components["responses"]["OAuthTooManyRequests"];
            431: components["responses"]["OAuthHeadersTooLarge"];
            500: components["responses"]["OAuthServerError"];
            503: components["responses"]["OAuthUnavailable"];
        };
    };
    Token_token: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Also accepted as JSON and multipart/form-data. */
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    /** @description Not needed with HTTP Basic. */
                    client_id?: string;
                    /** @description For clients that have one; in the body or by HTTP Basic, not both. */
                    client_secret?: string;
                    /** @description authorization_code: the code; it works once, within 60 seconds. */
                    code?: string;
                    /** @description authorization_code: what the code_challenge was made from (RFC 7636); required if there was one. */
                    code_verifier?: string;
                    /** @enum {string} */
                    grant_type: "authorization_code" | "client_credentials" | "password" | "refresh_token" | "service_jwt";
                    /** @description service_jwt: the signed assertion (RFC 7523). */
                    jwt?: string;
                    /** @description password: a code of the second factor, or a recovery code; for people who have set one up. */
                    otp?: string;
                    /** @description password */
                    password?: string;
                    /** @description password and service_jwt: host name of the portal; for applications that belong to no portal. */
                    portal_name?: string;
                    /** @description authorization_code: the URI that the code was sent to. */
                    redirect_uri?: string;
                    /** @description refresh_token: it works once; the answer contains its successor. */
                    refresh_token?: string;
                    /** @description Separated by spaces; by default everything that the client may have. Not with authorization_code. */
                    scope?: string;
                    /** @description password: e-mail address of an administrator of the portal. */
                    username?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenResponse"];
                };
            };
            /** @description A parameter is malformed, missing or sent twice: `invalid_request`. Or what was sent is wrong, already used or expired: `invalid_grant`; or the client may not do this: `unauthorized_client`, `unsupported_grant_type`, `invalid_scope`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            401: components["responses"]["OAuthUnauthorized"];
            413: components["responses"]["OAuthPayloadTooLarge"];
            414: components["responses"]["OAuthUriTooLong"];
            429: components["responses"]["OAuthTooManyRequests"];
            431: components["responses"]["OAuthHeadersTooLarge"];
            500: components["responses"]["OAuthServerError"];
            503: components["responses"]["OAuthUnavailable"];
        };
    };
    Userinfo_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenidClaims"];
                };
            };
            400: components["responses"]["OAuthBadRequest"];
            /** @description The token is missing, malformed, expired or revoked: `invalid_token`. A token in the body does not count. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            403: components["responses"]["OAuthForbidden"];
            414: components["responses"]["OAuthUriTooLong"];
            429: components["responses"]["OAuthTooManyRequests"];
            431: components["responses"]["OAuthHeadersTooLarge"];
            500: components["responses"]["OAuthServerError"];
            503: components["responses"]["OAuthUnavailable"];
        };
    };
    Userinfo_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenidClaims"];
                };
            };
            400: components["responses"]["OAuthBadRequest"];
            /** @description The token is missing, malformed, expired or revoked: `invalid_token`. A token in the body does not count. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            403: components["responses"]["OAuthForbidden"];
            414: components["responses"]["OAuthUriTooLong"];
            429: components["responses"]["OAuthTooManyRequests"];
            431: components["responses"]["OAuthHeadersTooLarge"];
            500: components["responses"]["OAuthServerError"];
            503: components["responses"]["OAuthUnavailable"];
        };
    };
    Validate_validate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Validation"];
                };
            };
            400: components["responses"]["OAuthBadRequest"];
            /** @description The token is missing, malformed, expired or revoked: `invalid_token`. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"];
                };
            };
            414: components["responses"]["OAuthUriTooLong"];
            429: components["responses"]["OAuthTooManyRequests"];
            431: components["responses"]["OAuthHeadersTooLarge"];
            500: components["responses"]["OAuthServerError"];
            503: components["responses"]["OAuthUnavailable"];
        };
    };
}
