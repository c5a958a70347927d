import { invitedAtOnceMost } from "@sekimori/karte-contract/constants";
import { localeSchema } from "@sekimori/kit-contract/locale-schema";
import { z } from "zod";

/** Addresses as people paste them: one a line, or between commas, semicolons or spaces. */
const addresses = z
  .string()
  .transform((text) => [...new Set(text.split(/[\s,;、，；]+/u).filter(Boolean))])
  .superRefine((list, context) => {
    const isAddress = (text: string) => z.email().max(254).safeParse(text).success;
    const code =
      list.length > invitedAtOnceMost ? "too_many" : list.every(isAddress) ? undefined : "invalid";
    if (code !== undefined) context.addIssue({ code: "custom", params: { code } });
  })
  .pipe(z.array(z.string()).min(1));

export const inviteSchema = z.object({ emails: addresses, language: localeSchema });
