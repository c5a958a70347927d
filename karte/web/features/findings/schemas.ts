import { labelsIn, labelsTextSchema } from "@sekimori/karte-contract/labels";
import { acceptanceReasons } from "@sekimori/karte-contract/words";
import { z } from "zod";

/** What the forms of this feature take. */
export const commentSchema = z.object({ text: z.string().trim().min(1).max(4_000) });

export const assignSchema = z.object({ assignee: z.string().max(100) });

/** An empty day takes the due date away. */
export const dueSchema = z.object({ on: z.union([z.literal(""), z.iso.date()]) });

export const labelsSchema = z.object({
  how: z.enum(["add-labels", "remove-labels"]),
  labels: labelsTextSchema
    .refine((text) => text !== "", { params: { code: "required" } })
    .transform(labelsIn),
});

export const acceptSchema = z.object({
  reason: z.enum(acceptanceReasons),
  until: z.iso.date(),
  text: z.string().trim().min(1).max(2_000),
});
