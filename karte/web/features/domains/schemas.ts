import { labelsTextSchema } from "@sekimori/karte-contract/labels";
import { mailedNameSchema } from "@sekimori/kit-contract/name";
import { z } from "zod";

/** What the dialogs of this feature take. */
export const addDomainSchema = z.object({
  name: z.string().trim().min(1).max(1_000),
  label: labelsTextSchema,
});

export const domainLabelSchema = addDomainSchema.pick({ label: true });

export const consentSchema = z.object({
  organisation: mailedNameSchema(200),
  thirdPartyHosting: z.enum(["yes", "no", "unknown"]),
  agreed: z.literal(true),
});

/** A bulk act that asks for a group or a schedule, for labels, and one that asks for nothing. */
export const bulkSchema = z.object({ choice: z.string().min(1).max(100) });
export const labelSchema = z.object({
  choice: labelsTextSchema.refine((text) => text !== "", { params: { code: "required" } }),
});
export const noChoiceSchema = z.object({ choice: z.string() });
