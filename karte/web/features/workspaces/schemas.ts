import { mailedNameSchema } from "@sekimori/kit-contract/name";
import { z } from "zod";

export const nameSchema = z.object({ name: mailedNameSchema(100) });

/** A name that is there, typed again: the server compares it. */
export const typedAgainSchema = z.object({ name: z.string().trim().min(1).max(100) });

export const dataSchema = z.object({ form: z.enum(["html", "json"]) });

export const offerSchema = z.object({ to: z.string().min(1) });
