import type { EndedLogins, ExternalIdentity, ProviderLogin } from "./external-identity.ts";

/** A key pair of ours: the private key in PEM, and the certificate by which a provider knows it. */
export interface CertifiedKey {
  readonly privateKey: string;
  readonly certificate: string;
}

/** How an organisation's SAML provider is spoken to, and what it knows us by. */
export interface SamlClient {
  /** The provider's entity ID. */
  readonly issuer: string;
  readonly ssoUrl: string;
  /** Its certificates that count now, in PEM. */
  readonly certificates: readonly string[];
  /** Our own entity ID. */
  readonly entityId: string;
  /** Where its answers are posted to. */
  readonly acsUrl: string;
  /** Where it has browsers say that somebody logs out. */
  readonly sloUrl: string;
  /** Where it takes our own such messages (HTTP-Redirect); null where it has no such address. */
  readonly providerSloUrl: string | null;
  /** Signs what we ask. */
  readonly signing: CertifiedKey;
  /** Opens what the provider encrypts for us. */
  readonly encryption: CertifiedKey;
}

/** What only our server knows of a visit to a SAML provider. */
export interface SamlSecrets {
  readonly requestId: string;
}

/** Whom an assertion vouches for, and what makes it count once. */
export interface SamlIdentity {
  readonly identity: ExternalIdentity;
  readonly assertionId: string;
}

/** Somebody else's identity provider, by SAML 2.0's web browser profile. */
export interface SamlProvider {
  /**
   * A signed request, for the browser to carry.
   * @throws ExternalIdentityError certificate-ended.
   */
  begin(relayState: string): Promise<{ readonly url: string; readonly secrets: SamlSecrets }>;
  /**
   * Reads what was posted back, as it stood in the form.
   * @throws ExternalIdentityError with each of its reasons.
   */
  complete(answer: string, expected: SamlSecrets): Promise<SamlIdentity>;
  /**
   * A signed request to log out there, for the browser to carry.
   * @param hint what the login said (`ProviderLogin`).
   * @returns undefined where the provider has no such address.
   */
  signOut(
    login: ProviderLogin,
    relayState: string,
  ): Promise<{ readonly url: string; readonly requestId: string } | undefined>;
  /** Reads a request to log out: a query as it stood, or a form's field. @throws ExternalIdentityError untrusted, certificate-ended. */
  readLogout(message: SamlMessage): Promise<EndedLogins>;
  /** The signed answer to it, for the browser to carry; undefined where the provider has no such address. */
  answerLogout(requestId: string, relayState: string): Promise<string | undefined>;
  /** Reads the answer to our own request; it says whether the person is logged out there. @throws the same. */
  readLogoutAnswer(message: SamlMessage, requestId: string): Promise<void>;
}

/** A message as the browser brought it. */
export type SamlMessage =
  | { readonly binding: "redirect"; readonly query: string }
  | { readonly binding: "post"; readonly field: string };

/** What stands in a provider's metadata, or is typed in its place. */
export interface SamlDescription {
  readonly entityId: string;
  readonly ssoUrl: string;
  /** Null where it has no address for logging out (HTTP-Redirect). */
  readonly sloUrl: string | null;
  /** In PEM; who ends last stands last. */
  readonly certificates: readonly SamlCertificate[];
}

export interface SamlCertificate {
  readonly text: string;
  /** Of SHA-256, in hexadecimal pairs. */
  readonly fingerprint: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/** Why a description is of no use. */
export type SamlRefusal =
  | "no-metadata"
  | "no-redirect"
  | "no-certificate"
  | "weak-certificate"
  | "too-many-certificates";

export class SamlDescriptionError extends Error {
  override readonly name = "SamlDescriptionError";
  readonly reason: SamlRefusal;

  constructor(reason: SamlRefusal, cause?: unknown) {
    super(`SAML provider: ${reason}`, { cause });
    this.reason = reason;
  }
}

/** What is spoken with SAML providers. */
export interface Saml {
  provider(client: SamlClient): SamlProvider;
  /** What an administrator gives to the provider; without `encryption` nothing is to be encrypted. */
  metadata(
    own: Pick<SamlClient, "entityId" | "acsUrl" | "sloUrl" | "signing"> &
      Partial<Pick<SamlClient, "encryption">>,
  ): Promise<string>;
  /** @throws SamlDescriptionError. */
  readMetadata(text: string): SamlDescription;
  /** Certificates in PEM, in base64 or in metadata. @throws SamlDescriptionError. */
  readCertificates(text: string): readonly SamlCertificate[];
  /** A new key pair, with a certificate that it signs itself. */
  newKey(name: string, from: Date): Promise<CertifiedKey>;
}
