import { lineSchema } from "@sekimori/kit-contract/name";
import { z } from "zod";
import { reasonMost } from "./constants.ts";

/** Why a member's data is opened: a ticket, and no name. The audit log keeps it. */
export const reasonSchema = lineSchema(reasonMost);

/** What the find page takes, as it is typed. */
export const findBodySchema = z.strictObject({ text: lineSchema(200), reason: reasonSchema });
