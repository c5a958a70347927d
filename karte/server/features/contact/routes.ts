import { sendContact } from "@sekimori/karte-contract/endpoints/contract";
import type { Bind } from "@sekimori/kit-server/http";
import type { KarteContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";
import { mailOperator } from "./contact-service.ts";

/** The way to the operator; it leaves no act in anybody's log but that it was sent. */
export function bindContact(bind: Bind, context: KarteContext, principals: Principals): void {
  bind(sendContact, async ({ request, body }) => {
    const { id: reference, ip: ipAddress } = request;
    await mailOperator(context, { ...principals.person(request), reference, ipAddress }, body);
    return { reference };
  });
}
