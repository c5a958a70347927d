import { candidateFileMost } from "@sekimori/karte-contract/constants";
import { z } from "zod";

export const fileSchema = z.object({
  of: z.string().min(1),
  text: z.string().min(1).max(candidateFileMost),
});
