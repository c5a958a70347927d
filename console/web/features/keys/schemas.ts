import { reasonSchema } from "@sekimori/console-contract/fields";
import { z } from "zod";

export const reasonFormSchema = z.strictObject({ reason: reasonSchema });
