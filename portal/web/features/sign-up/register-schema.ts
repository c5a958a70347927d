import { emailSchema } from "@sekimori/portal-contract/fields";
import { planIdSchema } from "@sekimori/portal-contract/plans";
import { z } from "zod";

export const registerSchema = z.object({ plan: planIdSchema, email: emailSchema });
