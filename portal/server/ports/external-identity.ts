import type { Locale } from "@sekimori/kit-contract/locale";

/** Whom the external identity provider vouches for. */
export interface ExternalIdentity {
  readonly issuer: string;
  /** Never reassigned within the issuer; with it, the only key to an account. */
  readonly subject: string;
  /** As the provider gives it: possibly unproved, possibly somebody else's. */
  readonly email: string | undefined;
  readonly emailVerified: boolean;
  /** A suggestion for the sign-up's form; whoever signs up may change it. */
  readonly name: ExternalName | undefined;
  /** How the provider recognised the person (`amr`, RFC 8176), in its words; null where it does not say. */
  readonly amr: readonly string[] | null;
  /** Which authentication class it states (`acr`), in its words; null where it does not say. */
  readonly acr: string | null;
  /** Every claim that came, unchecked but for the signature around them. */
  readonly claims: Readonly<Record<string, unknown>>;
  /** What a logout there and here needs. */
  readonly login: ProviderLogin;
}

/** A session at a provider. */
export interface ProviderLogin {
  /** What the provider calls it (`sid`, SessionIndex); null where it does not say. */
  readonly session: string | null;
  /** What says to the provider who is meant: an ID token, or a NameID as it stood. */
  readonly hint: string;
}

/** Whose login at a provider has ended, in its own signed word. */
export interface EndedLogins {
  /** Null where only sessions are named. */
  readonly subject: string | null;
  /** Empty where all of the subject's have ended. */
  readonly sessions: readonly string[];
  /** Makes the word count once. */
  readonly wordId: string;
}

/** A person's name in its two parts; either may be empty. */
export interface ExternalName {
  readonly firstName: string;
  readonly lastName: string;
}

/** What only our server knows of a visit to the provider. */
export interface VisitSecrets {
  readonly verifier: string;
  readonly nonce: string;
}

export interface Visit {
  /** Where the browser goes. */
  readonly url: string;
  readonly secrets: VisitSecrets;
}

/** The parameters with which the browser came back, as they stood in the address. */
export type VisitAnswer = Readonly<Record<string, string>>;

/** Why there is no identity at the end of a visit. */
export class ExternalIdentityError extends Error {
  override readonly name = "ExternalIdentityError";
  /**
   * - `temporary-id`: the provider names the person differently each time.
   * - `certificate-ended`: none of the provider's certificates counts any more.
   * - `denied`: the person, or the provider on its own account, said no.
   * - `unavailable`: the provider cannot be reached or has a fault; trying again may help.
   * - `untrusted`: the answer does not prove anything (issuer, nonce, code, signature).
   * - `assertion-unsigned`: it proves nothing because a SAML provider has not signed its assertion.
   */
  readonly reason:
    | "denied"
    | "unavailable"
    | "untrusted"
    | "assertion-unsigned"
    | "temporary-id"
    | "certificate-ended";

  constructor(reason: ExternalIdentityError["reason"], cause: unknown) {
    super(`external identity: ${reason}`, { cause });
    this.reason = reason;
  }
}

/** A word that is not even said to be from this provider for us; to refuse it cost nothing. */
export class ForeignWordError extends ExternalIdentityError {
  constructor() {
    super("untrusted", new Error("not from this provider for us"));
  }
}

/** How a provider of an organisation's own is spoken to. */
export interface OrganisationClient {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
  readonly scopes: string;
}

/** An identity provider of somebody else's, by OpenID Connect's code flow. */
export interface ExternalIdentityProvider {
  /** Asks for the provider's own description. @throws ExternalIdentityError unavailable, untrusted. */
  discover(): Promise<{ readonly issuer: string; readonly canSignOut: boolean }>;
  /**
   * @param loginHint the address that the person typed.
   * @throws ExternalIdentityError unavailable.
   */
  begin(visit: {
    readonly state: string;
    readonly locale: Locale;
    readonly loginHint?: string;
  }): Promise<Visit>;
  /** @throws ExternalIdentityError with each of its reasons. */
  complete(
    answer: VisitAnswer,
    expected: VisitSecrets & { readonly state: string },
  ): Promise<ExternalIdentity>;
  /** Reads a logout token (OpenID Connect Back-Channel Logout 1.0). @throws ExternalIdentityError unavailable, untrusted. */
  readLogout(token: string): Promise<EndedLogins>;
  /**
   * Where the browser goes to log out there, and comes back to `returnTo` from.
   *
   * @returns undefined where the provider has no such address.
   * @throws ExternalIdentityError unavailable.
   */
  signOut(about: {
    readonly hint: string;
    readonly returnTo: string;
    readonly state: string;
    readonly locale: Locale;
  }): Promise<string | undefined>;
}
