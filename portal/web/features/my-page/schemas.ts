import {
  codeSchema,
  emailSchema,
  firstNameSchema,
  lastNameSchema,
  passkeyNameSchema,
} from "@sekimori/portal-contract/fields";
import { z } from "zod";

// biome-ignore lint/performance/noBarrelFile: the schema library is loaded with this file alone.
export { registeredDetailsSchema } from "@sekimori/portal-contract/fields";

export const nameSchema = z.object({ first_name: firstNameSchema, last_name: lastNameSchema });

export const passkeyNameOnlySchema = z.object({ name: passkeyNameSchema });

export const newEmailSchema = z.object({ email: emailSchema, agreed: z.literal(true) });

export const accountingEmailSchema = z.object({ email: emailSchema });

export const accountingCodeSchema = z.object({ code: codeSchema });
