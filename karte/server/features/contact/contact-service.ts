import type { sendContact } from "@sekimori/karte-contract/endpoints/contract";
import type { EndpointRequest } from "@sekimori/kit-contract/endpoint";
import { html } from "@sekimori/kit-server/html";
import type { KarteContext } from "../../context.ts";
import { inScope } from "../../database/scope.ts";
import type { SignedIn } from "../../ports/sign-ins.ts";
import { appendActivity } from "../activity/activity.ts";
import type { KnownPerson } from "../principals/person.ts";
import { placeOf } from "../principals/principals.ts";

/** Mails the operator what somebody wrote, under a reference that the log of their workspace has too. */
export async function mailOperator(
  { clock, db, mail, settings }: KarteContext,
  from: {
    readonly session: SignedIn;
    readonly person: KnownPerson;
    readonly reference: string;
    readonly ipAddress: string;
  },
  body: EndpointRequest<typeof sendContact>["body"],
): Promise<void> {
  const { session, person, reference, ipAddress } = from;
  const { here } = await placeOf(db, session);
  const lines = [
    `Reference: ${reference}`,
    `From: ${person.name} <${person.email}>`,
    `Account: ${person.id}`,
    ...(here === undefined ? [] : [`Workspace: ${here.workspaceId}`]),
    "",
    body.text,
    ...(body.state === null ? [] : ["", "-- What the page showed --", body.state]),
  ];
  const letter = {
    to: settings.contactAddress,
    subject: `[${settings.serviceName}] ${body.subject.replace(/[\r\n]+/g, " ")}`,
    text: lines.join("\n"),
    html: html`<pre>${lines.join("\n")}</pre>`.markup,
    // Whoever answers writes to the person, not to the machine that sent it.
    headers: { "reply-to": person.email },
    locale: person.locale,
  };
  if (here === undefined) {
    await db.transaction().execute((tx) => mail.queueMail(tx, letter));
    return;
  }
  await inScope(db, { workspaceId: here.workspaceId, groups: here.groups }, async (tx) => {
    await mail.queueMail(tx, letter);
    await appendActivity(tx, {
      at: clock.now(),
      action: "contact.sent",
      by: { id: person.id, ipAddress },
      detail: { reference },
    });
  });
}
