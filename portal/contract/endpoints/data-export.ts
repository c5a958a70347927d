import { momentSchema } from "@sekimori/kit-contract/date-schemas";
import { localeSchema } from "@sekimori/kit-contract/locale-schema";
import { z } from "zod";
import { perAccount, portalEndpoint } from "./declare.ts";

const tag = "Own data";

const dataExportSchema = z.object({
  state: z.enum(["none", "preparing", "ready"]),
  requestedAt: momentSchema.nullable(),
  /** The moment after which it is gone. */
  readyUntil: momentSchema.nullable(),
  /** Names of the applications whose part it lacks so far, because they did not answer. */
  missing: z.array(z.string()),
});

export type DataExport = z.infer<typeof dataExportSchema>;

export const showDataExport = portalEndpoint({
  name: "showDataExport",
  method: "GET",
  path: "/profile/export",
  tag,
  summary: "Where the copy of the member's own data stands.",
  access: "account",
  response: dataExportSchema,
  errors: [],
  limits: [],
  load: "read",
});

export const requestDataExport = portalEndpoint({
  name: "requestDataExport",
  method: "POST",
  path: "/profile/export",
  tag,
  summary:
    "Has a copy of all that the portal and its applications hold about the member created; an email says when it's ready.",
  access: "recent",
  body: z.strictObject({}),
  response: dataExportSchema,
  errors: ["RecentSignInRequired"],
  limits: [perAccount(5, 86_400)],
});

export const fetchDataExport = portalEndpoint({
  name: "fetchDataExport",
  method: "POST",
  path: "/profile/export/file",
  tag,
  summary: "The finished copy, as JSON or as a page to read.",
  access: "recent",
  body: z.strictObject({ format: z.enum(["json", "html"]), locale: localeSchema }),
  response: z.object({ name: z.string(), content: z.string() }),
  errors: ["RecentSignInRequired", "NotFound"],
  limits: [perAccount(20, 3600)],
});
