import type { Locale } from "@sekimori/kit-contract/locale";
import type { PortalContext } from "../../context.ts";
import { mailMoment } from "../../mails/application-mail.ts";

/** The token that stops a delay: the same in each of its mails, and kept nowhere. */
export const stopTokenOf = ({ digests }: Pick<PortalContext, "digests">, id: string): string =>
  digests.token("recovery stop", id);

/** A moment of a delay, as its mails give it. */
export const shownUntil = (moment: Date, locale: Locale): string => mailMoment(moment, locale);
