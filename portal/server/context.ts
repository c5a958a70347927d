import type { Clock } from "@sekimori/kit-server/clock";
import type { TokenCookie } from "@sekimori/kit-server/cookies";
import type { Pipeline } from "@sekimori/kit-server/database";
import type { ReplicaReads } from "@sekimori/kit-server/http";
import type { Limiter } from "@sekimori/kit-server/limits";
import type { Logger } from "@sekimori/kit-server/logger";
import type { MailQueue } from "@sekimori/kit-server/mail";
import type { MaintenanceWatch } from "@sekimori/kit-server/maintenance";
import type { Metrics } from "@sekimori/kit-server/metrics";
import type { Outbound } from "@sekimori/kit-server/outbound";
import type { Sealer } from "@sekimori/kit-server/sealing";
import type { Webhooks } from "@sekimori/kit-server/webhooks";
import type { FastifyRequest } from "fastify";
import type { Kysely, Transaction } from "kysely";
import type { Tables } from "./database/generated/tables.ts";
import type { AccountViews } from "./features/account/account-view.ts";
import type { Digests } from "./features/credentials/digests.ts";
import type { PasswordHasher } from "./features/credentials/password-hashing.ts";
import type { CardAsked, CardRegistered } from "./features/payment/card-registered.ts";
import type { MailSender } from "./mails/mail-layout.ts";
import type { BreachedPasswords } from "./ports/breached-passwords.ts";
import type { Captcha } from "./ports/captcha.ts";
import type { ExternalIdentityProvider, OrganisationClient } from "./ports/external-identity.ts";
import type { PaymentGateway } from "./ports/payment-gateway.ts";
import type { Saml } from "./ports/saml-provider.ts";
import type { TextRecords } from "./ports/text-records.ts";
import type { PortalSettings } from "./settings.ts";

export type PortalDatabase = Kysely<Tables>;
export type PortalTransaction = Transaction<Tables>;
/** Where a query may run: the database, or a transaction that is open. */
export type Queryable = PortalDatabase | PortalTransaction;

/** The browser's tokens; each names a row of its own kind. */
export interface PortalCookies {
  readonly session: TokenCookie;
  readonly flow: TokenCookie;
  readonly signIn: TokenCookie;
  readonly device: TokenCookie;
  /** Of a forgotten password: the mailed code counts only in the browser that asked for it. */
  readonly reset: TokenCookie;
  /** Of a passkey that is asked for before anybody is signed in: the browser that asked answers. */
  readonly passkey: TokenCookie;
  /** Of a visit to the external identity provider: only the browser that began may end it. */
  readonly visit: TokenCookie;
  /** Of who came from an organisation's provider and is asked whether to join. */
  readonly joining: TokenCookie;
  /** By which an account trusts the browser: of each account one, made of two tokens. */
  trust(accountId: string): TokenCookie;
  /** All of these that a request came with. */
  trustsIn(request: FastifyRequest): TokenCookie[];
}

/** Everything a feature works with; built once in the composition root. */
export interface PortalContext {
  readonly settings: PortalSettings;
  readonly db: PortalDatabase;
  /** What may be slightly old, from a replica where there is one. */
  readonly reads: ReplicaReads<Tables>;
  /** For the statements that every request of a member and every sign-in runs. */
  readonly pipeline: Pipeline;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly limiter: Limiter;
  readonly sealer: Sealer;
  readonly digests: Digests;
  readonly accountViews: AccountViews;
  readonly passwords: PasswordHasher;
  /** Features add their figures here. */
  readonly metrics: Metrics;
  readonly mail: MailQueue;
  readonly mailSender: MailSender;
  /** What calls addresses that applications registered. */
  readonly outbound: Outbound;
  /** What is closed for maintenance, in memory. */
  readonly maintenance: MaintenanceWatch;
  /** What tells the operator's own systems. */
  readonly webhooks: Webhooks;
  readonly cookies: PortalCookies;
  readonly gateway: PaymentGateway;
  /** Who is told of a card that was put on file, or renewed by its network. */
  readonly onCardRegistered: readonly CardRegistered[];
  /** Who knows what a new card is charged for. */
  readonly onCardAsked: CardAsked;
  readonly captcha: Captcha;
  readonly breached: BreachedPasswords;
  /** Asks the DNS for the records that prove organisations' domains. */
  readonly textRecords: TextRecords;
  /** Undefined where the operator has none. */
  readonly externalId: ExternalIdentityProvider | undefined;
  /** An organisation's own identity provider. */
  readonly organisationProvider: (client: OrganisationClient) => ExternalIdentityProvider;
  /** What is spoken with organisations' SAML providers. */
  readonly saml: Saml;
}
