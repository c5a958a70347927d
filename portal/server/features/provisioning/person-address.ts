import { emailSchema } from "@sekimori/portal-contract/fields";
import type { PortalContext } from "../../context.ts";
import { mailDomainOf } from "../organisation/mail-domain.ts";
import type { Values } from "./attributes.ts";
import { openPerson, type PersonRow } from "./person-repository.ts";

/** The address of somebody: the main one, else the one for work, else the first, else the name itself. */
export function addressOf(values: Values): string | undefined {
  const emails = (values.emails as Values[] | undefined) ?? [];
  const main =
    emails.find(({ primary }) => primary === true) ??
    emails.find(({ type }) => String(type).toLowerCase() === "work") ??
    emails[0];
  return emailSchema.safeParse(main ? main.value : values.userName).data;
}

/** Somebody of the directory, and the domain of their address. */
export function withDomain(context: Pick<PortalContext, "sealer">, row: PersonRow) {
  const address = addressOf(openPerson(context, row));
  return { ...row, domain: (address && mailDomainOf(address)) ?? null };
}
