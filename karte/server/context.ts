import type { Clock } from "@sekimori/kit-server/clock";
import type { ReplicaReads } from "@sekimori/kit-server/http";
import type { Limiter } from "@sekimori/kit-server/limits";
import type { Logger } from "@sekimori/kit-server/logger";
import type { MailQueue } from "@sekimori/kit-server/mail";
import type { MaintenanceWatch } from "@sekimori/kit-server/maintenance";
import type { Sealer } from "@sekimori/kit-server/sealing";
import type { UnsubscribeTokens } from "@sekimori/kit-server/unsubscribe";
import type { Webhooks } from "@sekimori/kit-server/webhooks";
import type { Tables } from "./database/generated/tables.ts";
import type { KarteDatabase } from "./database/karte-database.ts";
import type { Contracts } from "./ports/contracts.ts";
import type { Examiner } from "./ports/examiner.ts";
import type { FileStore } from "./ports/file-store.ts";
import type { NameFinder } from "./ports/name-finder.ts";
import type { SignIns } from "./ports/sign-ins.ts";
import type { TicketSystems } from "./ports/ticket-systems.ts";
import type { KarteSettings } from "./settings.ts";

export type { KarteDatabase, KarteTransaction } from "./database/karte-database.ts";

/** Everything a feature works with; built once in the composition root. */
export interface KarteContext {
  readonly settings: KarteSettings;
  readonly db: KarteDatabase;
  /** What may be slightly old, from a replica where there is one. */
  readonly reads: ReplicaReads<Tables>;
  /** When this process last heard that a scan of a workspace went on (`performance.now`). */
  readonly lastChange: (workspaceId: string) => number | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly limiter: Limiter;
  readonly sealer: Sealer;
  readonly mail: MailQueue;
  readonly unsubscribeTokens: UnsubscribeTokens;
  readonly signIns: SignIns;
  readonly contracts: Contracts;
  readonly examiner: Examiner;
  readonly nameFinder: NameFinder;
  readonly files: FileStore;
  /** What is closed for maintenance, in memory. */
  readonly maintenance: MaintenanceWatch;
  readonly webhooks: Webhooks;
  readonly ticketSystems: TicketSystems;
}
