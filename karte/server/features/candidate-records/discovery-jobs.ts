import { defineJob } from "@sekimori/kit-server/jobs";
import { z } from "zod";

/** Look for names from all that a workspace has proved; with `addresses`, for the names of these alone. */
export const searchNames = defineJob(
  "karte.search-names",
  z.object({ workspace: z.uuid(), addresses: z.array(z.string()) }),
);

/** After a whole scan: names beside the domain's, and subdomains that are new. */
export const takeUpNames = defineJob(
  "karte.take-up-names",
  z.object({ workspace: z.uuid(), domain: z.uuid(), run: z.uuid() }),
);
