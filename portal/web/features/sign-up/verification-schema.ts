import { codeSchema } from "@sekimori/portal-contract/fields";
import { z } from "zod";

export const verificationSchema = z.object({ code: codeSchema });
