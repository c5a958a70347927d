import { nameSchema } from "@sekimori/kit-contract/name";
import { z } from "zod";

export const groupSchema = z.object({ name: nameSchema(100) });
