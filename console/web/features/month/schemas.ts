import { reasonSchema } from "@sekimori/console-contract/fields";
import { z } from "zod";

/** A reason is asked for where sums differ, and nothing where they don't. */
export const closeFormSchema = (differs: boolean) =>
  z.object({ despite: differs ? reasonSchema : z.string().transform(() => undefined) });
