import { invitedAtOnceMost } from "@sekimori/karte-contract/constants";
import { emailSchema } from "@sekimori/kit-contract/email-address";
import { splitAddresses } from "@sekimori/kit-contract/email-text";
import { localeSchema } from "@sekimori/kit-contract/locale-schema";
import { z } from "zod";

/** Addresses as people paste them; the first that is none is named. */
const addresses = z
  .string()
  .transform(splitAddresses)
  .superRefine((list, context) => {
    if (list.length > invitedAtOnceMost) {
      context.addIssue({ code: "custom", params: { code: "too_many" } });
    }
    const address = list.find((one) => !emailSchema.safeParse(one).success);
    if (address !== undefined) {
      context.addIssue({ code: "custom", params: { code: "invalid", address } });
    }
  })
  .pipe(z.array(z.string()).min(1));

export const inviteSchema = z.object({ emails: addresses, language: localeSchema });
