import { codeSchema } from "@sekimori/portal-contract/fields";
import { z } from "zod";

export const codeOnlySchema = z.object({ code: codeSchema });
