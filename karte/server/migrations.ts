import type { Fence, Migration } from "@sekimori/kit-server/database";
import { assetPath } from "@sekimori/kit-server/installation";

/** Karte's part of its database; hand it to `migrate`. */
export const karteMigrations: readonly Migration[] = [
  {
    schema: "karte",
    folder: assetPath("migrations/karte"),
    ownerBypassesRowSecurity: true,
  },
];

/** What karte's role may not get around; what it may use is granted by it. */
export const karteFence: Fence = {
  setting: "KARTE_DATABASE_URL",
  schemas: ["karte"],
  appendOnly: ["karte.activity", "kit.chain_header"],
};
