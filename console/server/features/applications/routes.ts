import { editedAs, registrationIssue } from "@sekimori/console-contract/application-schema";
import {
  addApplication,
  changeApplication,
  listApplications,
  removeApplication,
  rotateApplicationSecret,
  showApplication,
} from "@sekimori/console-contract/endpoints/integration/applications";
import { mayIntegrate } from "@sekimori/console-contract/integration-rights";
import { AppError, invalidField } from "@sekimori/kit-server/errors";
import type { Bind } from "@sekimori/kit-server/http";
import type { IntegrationContext } from "../../context.ts";
import type { IntegratorPrincipals } from "../integrators/integrators.ts";

type Typed = Parameters<typeof registrationIssue>[0];

/** What the parts of a registration have to do with each other, as the form says it. */
function mustFit(typed: Typed): void {
  const issue = registrationIssue(typed);
  if (issue !== undefined) throw invalidField(`registration.${issue.path}`, issue.code);
}

/** Applications, by the services that the operator's commands call too. */
export function bindApplications(
  bind: Bind,
  { applications }: IntegrationContext,
  { integrator }: IntegratorPrincipals,
): void {
  bind(listApplications, ({ request }) => applications.list(integrator(request)));

  bind(showApplication, ({ request, query }) => applications.show(query.id, integrator(request)));

  bind(addApplication, async ({ request, body }) => {
    const who = integrator(request);
    const isChosen = body.id !== undefined || body.kind === "service";
    if (isChosen && !mayIntegrate(who.kind, "make-services")) throw new AppError("NotForOwners");
    mustFit({ kind: body.kind, ...body.registration });
    return applications.add(body, who);
  });

  bind(changeApplication, async ({ request, body }) => {
    const who = integrator(request);
    const { kind, registration: present } = await applications.show(body.id, who);
    mustFit({ kind: editedAs(kind, present), ...body.registration });
    return applications.change(body, who);
  });

  bind(rotateApplicationSecret, ({ request, body }) =>
    applications.rotate(body, integrator(request)),
  );

  bind(removeApplication, async ({ request, body }) => {
    await applications.remove(body.id, integrator(request));
    return {};
  });
}
