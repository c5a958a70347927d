import type { Clock } from "@sekimori/kit-server/clock";
import type { TokenCookie } from "@sekimori/kit-server/cookies";
import type { Pipeline } from "@sekimori/kit-server/database";
import type { Limiter } from "@sekimori/kit-server/limits";
import type { Logger } from "@sekimori/kit-server/logger";
import type { MailQueue } from "@sekimori/kit-server/mail";
import type { Sealer } from "@sekimori/kit-server/sealing";
import type { Kysely, Transaction } from "kysely";
import type { Tables } from "./database/generated/tables.ts";
import type { Digests } from "./features/credentials/digests.ts";
import type { PasswordHasher } from "./features/credentials/password-hashing.ts";
import type { AccountViews } from "./features/session/account-view.ts";
import type { MailSender } from "./mails/mail-layout.ts";
import type { BreachedPasswords } from "./ports/breached-passwords.ts";
import type { Captcha } from "./ports/captcha.ts";
import type { ExternalIdentityProvider } from "./ports/external-identity.ts";
import type { PaymentGateway } from "./ports/payment-gateway.ts";
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
  /** Of a visit to the external identity provider: only the browser that began may end it. */
  readonly visit: TokenCookie;
}

/** Everything a feature works with; built once in the composition root. */
export interface PortalContext {
  readonly settings: PortalSettings;
  readonly db: PortalDatabase;
  /** For the statements that every request of a member and every sign-in runs. */
  readonly pipeline: Pipeline;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly limiter: Limiter;
  readonly sealer: Sealer;
  readonly digests: Digests;
  readonly accountViews: AccountViews;
  readonly passwords: PasswordHasher;
  readonly mail: MailQueue;
  readonly mailSender: MailSender;
  readonly cookies: PortalCookies;
  readonly gateway: PaymentGateway;
  readonly captcha: Captcha;
  readonly breached: BreachedPasswords;
  /** Undefined where the operator has none. */
  readonly externalId: ExternalIdentityProvider | undefined;
}
