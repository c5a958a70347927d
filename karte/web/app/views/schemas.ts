import { nameSchema } from "@sekimori/kit-contract/name";
import { z } from "zod";

export const viewSchema = z.object({ name: nameSchema(100) });
