import {
  endSession,
  enterWorkspace,
  exportPerson,
  getSession,
} from "@sekimori/karte-contract/endpoints/session";
import { getSite, showMaintenance } from "@sekimori/karte-contract/endpoints/site";
import { AppError } from "@sekimori/kit-server/errors";
import type { Bind } from "@sekimori/kit-server/http";
import type { KarteContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";
import { personalData } from "./personal-export.ts";
import { personalFile } from "./personal-file.ts";
import { enterSession, sessionView } from "./session-service.ts";

/** Who is signed in and where. */
/** @param hearMember has what the portal says of somebody count here. */
export function bindSession(
  bind: Bind,
  context: KarteContext,
  principals: Principals,
  hearMember: (account: string) => Promise<void>,
): void {
  bind(showMaintenance, () => ({ maintenance: [...context.maintenance.now()] }));
  bind(getSite, async () => ({ portalOrigin: context.settings.portalOrigin }));

  bind(getSession, async ({ request }) => {
    const { session, person } = principals.person(request);
    return sessionView(context, session, person, request.ip, hearMember);
  });

  bind(exportPerson, async ({ request, query }) => {
    const { person } = principals.person(request);
    const data = await personalData(context, person.id);
    return personalFile(data, query.form ?? "json", person.locale);
  });

  bind(enterWorkspace, async ({ request, body }) => {
    const { session } = principals.person(request);
    if (!(await enterSession(context, session, body.workspace))) throw new AppError("NotAMember");
    return {};
  });

  bind(endSession, async ({ request, reply }) => ({
    next: await context.signIns.signOut(request, reply),
  }));
}
