import { apiBase } from "@sekimori/kit-contract/api-base";

/** One parameter of a query or of a form. */
export interface OpenidParameter {
  readonly name: string;
  readonly isRequired: boolean;
  readonly about: string;
}

/** An endpoint of the OpenID provider, as the API reference shows it. */
export interface OpenidEndpoint {
  readonly name: string;
  readonly methods: readonly ("GET" | "POST")[];
  /** Below the issuer. */
  readonly path: string;
  readonly about: string;
  readonly parameters: readonly OpenidParameter[];
  /** The errors that it answers with, of `openidErrors`. */
  readonly errors: readonly OpenidError[];
  /** What is sent, as curl takes it: `$ISSUER` is the issuer. */
  readonly request: string;
  /** What is answered; a text for an answer that is no JSON. */
  readonly answer: object | string;
}

const required = (name: string, about: string): OpenidParameter => ({
  name,
  isRequired: true,
  about,
});
const optional = (name: string, about: string): OpenidParameter => ({
  name,
  isRequired: false,
  about,
});

/**
 * What each error is about and how it is put right. An answer's `error_uri` leads to the error's place
 * on the page of the reference.
 */
export const openidErrors = {
  invalid_request:
    "A parameter is missing, stands twice or has a value that isn't taken: the description names it. Forms are sent as `application/x-www-form-urlencoded`, never as JSON.",
  invalid_redirect_uri:
    "`redirect_uri` isn't one of the client's. Addresses are compared letter by letter: scheme, port, path and a slash at the end count. The error page shows what was received, and those registered for the same host.",
  invalid_client:
    "The client isn't registered, or proves itself in another way than registered (`client_secret_basic`, `client_secret_post`, `private_key_jwt` or none), or by a secret that was replaced. With HTTP Basic, id and secret are form-encoded before they are joined. All of these get one answer: which it was stands under its reference in the integration console and in the log.",
  unauthorized_client: "The client may not do this: the description names what it may.",
  invalid_grant:
    "The code or the token isn't taken: unknown, used before, expired, another client's, or its `redirect_uri` or `code_verifier` isn't that of the authorization request. A code is good for one minute and once.",
  unsupported_grant_type: "`grant_type` isn't one of the client's.",
  unsupported_response_type: "`response_type` is `code`, and no other.",
  unsupported_response_mode: "`response_mode` is `query`, `fragment` or `form_post`.",
  invalid_scope: "The client may not ask for a scope that it asked for.",
  invalid_target: "`resource` isn't an API that is registered for the client (RFC 8707).",
  invalid_token:
    "The access token is missing, unknown, expired or revoked. It is sent as `Authorization: Bearer`.",
  insufficient_scope: "The token has no scope that the endpoint asks for.",
  invalid_dpop_proof: "The proof that is bound to the token isn't one for this request (RFC 9449).",
  use_dpop_nonce: "The proof has to carry the nonce of the header `DPoP-Nonce`.",
  request_not_supported:
    "Request objects aren't taken: send the parameters themselves, or push them.",
  request_uri_not_supported: "A `request_uri` names a pushed request, and nothing else.",
  invalid_request_uri: "The pushed request is unknown, used before or over: it lasts one minute.",
  login_required: "`prompt=none`, and nobody is signed in. Ask again without it.",
  consent_required: "`prompt=none`, and the person hasn't allowed this yet. Ask again without it.",
  interaction_required: "`prompt=none`, and the person has something to decide.",
  account_selection_required: "`prompt=none`, and the person has to choose an account.",
  access_denied: "The person didn't allow the request.",
  unmet_authentication_requirements:
    "The `acr` that was asked for as essential isn't one that the account can reach.",
  authorization_pending: "The person hasn't decided yet: ask again after `interval` seconds.",
  slow_down: "The device asks too often: wait five seconds longer from now on.",
  expired_token: "The device's code is over: begin anew.",
  unsupported_token_type: "Tokens that are signed aren't kept, and can't be looked up or revoked.",
  server_error: "Something went wrong on our side; the log has it under the reference.",
  temporarily_unavailable: "Too many requests: wait as long as `Retry-After` says.",
} as const satisfies Readonly<Record<string, string>>;

export type OpenidError = keyof typeof openidErrors;

/** Where the API reference explains an error. */
export const errorPlace = (error: string): string =>
  `${apiBase}/docs#${error in openidErrors ? `openid-error-${error}` : "openid-errors"}`;

const clientParameters = [
  optional("client_id", "The client, where it doesn't prove itself by HTTP Basic."),
  optional("client_secret", "For clients registered with `--secret-in post`."),
  optional("client_assertion", "For clients with a key (`private_key_jwt`, RFC 7523)."),
  optional(
    "client_assertion_type",
    "`urn:ietf:params:oauth:client-assertion-type:jwt-bearer` beside it.",
  ),
];

const authorizationParameters = [
  required("client_id", "The client's id."),
  required("response_type", "`code`."),
  required("redirect_uri", "One of the client's, letter by letter."),
  required("scope", "`openid` and what else is wanted, parted by spaces."),
  required("code_challenge", "SHA-256 of the code verifier, in Base64url (RFC 7636)."),
  required("code_challenge_method", "`S256`."),
  optional("state", "Comes back as it was sent: the application compares it."),
  optional("nonce", "Stands in the ID token: the application compares it."),
  optional("prompt", "`none`, `login`, `consent`, `select_account` or `create`."),
  optional("max_age", "How many seconds ago the person may have signed in."),
  optional("login_hint", "The address to fill in."),
  optional("id_token_hint", "An earlier ID token of the person who is expected."),
  optional("acr_values", "How strong the sign-in should be; the weakest first."),
  optional("ui_locales", "`ja` or `en`."),
  optional("claims", "Single claims, as JSON (OpenID Connect Core, section 5.5)."),
  optional("resource", "The API that the access token is for (RFC 8707)."),
  optional("response_mode", "`query`, `fragment` or `form_post`."),
];

const basic = '--user "$CLIENT_ID:$CLIENT_SECRET"';

export const openidEndpoints: readonly OpenidEndpoint[] = [
  {
    name: "discovery",
    methods: ["GET"],
    path: "/.well-known/openid-configuration",
    about: "Every address, scope and way to prove oneself.",
    parameters: [],
    errors: [],
    request: 'curl "$ISSUER/.well-known/openid-configuration"',
    answer: {
      issuer: "https://portal.example.jp/v1/idp/oidc",
      authorization_endpoint: "https://portal.example.jp/v1/idp/oidc/authorize",
      token_endpoint: "https://portal.example.jp/v1/idp/oidc/token",
      jwks_uri: "https://portal.example.jp/v1/idp/oidc/jwks",
    },
  },
  {
    name: "keys",
    methods: ["GET"],
    path: "/jwks",
    about: "The public keys that ID tokens and access tokens are signed with.",
    parameters: [],
    errors: [],
    request: 'curl "$ISSUER/jwks"',
    answer: { keys: [{ kty: "EC", use: "sig", kid: "2027-01", alg: "ES256", crv: "P-256" }] },
  },
  {
    name: "authorization",
    methods: ["GET", "POST"],
    path: "/authorize",
    about: "Begins a sign-in. The person's browser goes there and comes back to `redirect_uri`.",
    parameters: authorizationParameters,
    errors: [
      "invalid_redirect_uri",
      "invalid_client",
      "invalid_request",
      "unsupported_response_type",
      "unsupported_response_mode",
      "invalid_scope",
      "invalid_target",
      "request_not_supported",
      "request_uri_not_supported",
      "login_required",
      "consent_required",
      "access_denied",
      "unmet_authentication_requirements",
    ],
    request:
      "$ISSUER/authorize?client_id=ledger&response_type=code&redirect_uri=https%3A%2F%2Fledger.example.com%2Fcallback&scope=openid%20profile&state=af0ifjsldkj&nonce=n-0S6&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256",
    answer:
      "303 to https://ledger.example.com/callback?code=SplxlOBeZQQYbYS6WxSbIA&state=af0ifjsldkj&iss=https%3A%2F%2Fportal.example.jp%2Fv1%2Fidp%2Foidc",
  },
  {
    name: "pushed-authorization",
    methods: ["POST"],
    path: "/request",
    about: "Takes the parameters of an authorization request beforehand (RFC 9126).",
    parameters: [...authorizationParameters, ...clientParameters.slice(1)],
    errors: ["invalid_client", "invalid_request", "invalid_redirect_uri", "invalid_scope"],
    request: `curl "$ISSUER/request" ${basic} --data response_type=code --data scope=openid --data-urlencode redirect_uri=https://ledger.example.com/callback --data code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM --data code_challenge_method=S256`,
    answer: {
      request_uri: "urn:ietf:params:oauth:request_uri:6esc_11ACC5bwc014ltc14eY22c",
      expires_in: 60,
    },
  },
  {
    name: "token",
    methods: ["POST"],
    path: "/token",
    about: "Gives tokens for a code, a refresh token, a device's code, or to a service itself.",
    parameters: [
      required(
        "grant_type",
        "`authorization_code`, `refresh_token`, `client_credentials` or `urn:ietf:params:oauth:grant-type:device_code`.",
      ),
      optional("code", "With `authorization_code`: the code that came back."),
      optional("redirect_uri", "With `authorization_code`: as in the authorization request."),
      optional("code_verifier", "With `authorization_code`: whose digest was the code challenge."),
      optional("refresh_token", "With `refresh_token`: the newest one."),
      optional("device_code", "With the device's grant: of the device authorization."),
      optional("scope", "Fewer than were granted; with `client_credentials`, those wanted."),
      optional("resource", "The API that the access token is for (RFC 8707)."),
      ...clientParameters,
    ],
    errors: [
      "invalid_client",
      "invalid_grant",
      "invalid_request",
      "unsupported_grant_type",
      "invalid_scope",
      "invalid_target",
      "invalid_dpop_proof",
      "authorization_pending",
      "slow_down",
      "expired_token",
      "access_denied",
    ],
    request: `curl "$ISSUER/token" ${basic} --data grant_type=authorization_code --data code=SplxlOBeZQQYbYS6WxSbIA --data-urlencode redirect_uri=https://ledger.example.com/callback --data code_verifier=dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk`,
    answer: {
      access_token: "2YotnFZFEjr1zCsicMWpAA",
      expires_in: 900,
      id_token: "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIuLi4ifQ.c2lnbmF0dXJl",
      scope: "openid profile",
      token_type: "Bearer",
    },
  },
  {
    name: "userinfo",
    methods: ["GET", "POST"],
    path: "/me",
    about: "The claims of the scopes that were granted.",
    parameters: [],
    errors: ["invalid_token", "insufficient_scope", "invalid_dpop_proof"],
    request: 'curl "$ISSUER/me" --header "Authorization: Bearer $ACCESS_TOKEN"',
    answer: {
      sub: "5b0f1c3e-8a57-4a53-9a0e-6d8e3a1f2b11",
      name: "山本 花子",
      family_name: "山本",
      given_name: "花子",
      locale: "ja",
    },
  },
  {
    name: "introspection",
    methods: ["POST"],
    path: "/token/introspection",
    about: "Whether a token counts, for an API that is registered for it (RFC 7662).",
    parameters: [required("token", "The token that was received."), ...clientParameters],
    errors: ["invalid_client", "invalid_request"],
    request: `curl "$ISSUER/token/introspection" ${basic} --data token=2YotnFZFEjr1zCsicMWpAA`,
    answer: { active: false },
  },
  {
    name: "revocation",
    methods: ["POST"],
    path: "/token/revocation",
    about:
      "Ends a token, and with a refresh token its grant (RFC 7009). Answers 200 without a body.",
    parameters: [required("token", "The token to end."), ...clientParameters],
    errors: ["invalid_client", "invalid_request", "unsupported_token_type"],
    request: `curl "$ISSUER/token/revocation" ${basic} --data token=2YotnFZFEjr1zCsicMWpAA`,
    answer: "200, without a body",
  },
  {
    name: "device-authorization",
    methods: ["POST"],
    path: "/device/code",
    about: "Begins a sign-in of a device without a browser (RFC 8628).",
    parameters: [
      required("client_id", "The client's id."),
      optional("scope", "`openid` and what else is wanted."),
    ],
    errors: ["invalid_client", "invalid_request", "invalid_scope"],
    request: 'curl "$ISSUER/device/code" --data client_id=television --data scope=openid',
    answer: {
      device_code: "GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS",
      user_code: "WDJB-MJHT",
      verification_uri: "https://portal.example.jp/device",
      expires_in: 600,
    },
  },
  {
    name: "end-session",
    methods: ["GET", "POST"],
    path: "/session/end",
    about: "Logs the person out, and goes on to the application.",
    parameters: [
      optional("id_token_hint", "An ID token of the person: then nothing is asked."),
      optional("client_id", "The client, where there is no ID token."),
      optional("post_logout_redirect_uri", "One of the client's, letter by letter."),
      optional("state", "Comes back as it was sent."),
    ],
    errors: ["invalid_request"],
    request:
      "$ISSUER/session/end?id_token_hint=eyJhbGciOi...&post_logout_redirect_uri=https%3A%2F%2Fledger.example.com%2Fsigned-out",
    answer: "303 to https://ledger.example.com/signed-out",
  },
];
