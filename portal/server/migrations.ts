import type { Fence, Migration } from "@sekimori/kit-server/database";
import { assetPath } from "@sekimori/kit-server/installation";

/** The portal's part of the database; hand it to `migrate`. */
export const portalMigrations: readonly Migration[] = [
  { schema: "portal", folder: assetPath("migrations/portal") },
];

/** What the role of portal and worker may not get around; what it may use is granted by it. */
export const portalFence: Fence = {
  setting: "DATABASE_URL",
  schemas: ["portal"],
  appendOnly: [
    "portal.audit_event",
    "portal.audit_checkpoint",
    "portal.price_answer",
    "kit.chain_header",
  ],
};
