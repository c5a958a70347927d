import { emailSchema } from "@sekimori/portal-contract/fields";
import { z } from "zod";

export const emailOnlySchema = z.object({ email: emailSchema });
