import {
  beginWalk,
  finishWalk,
  openWalk,
} from "@sekimori/console-contract/endpoints/integration/walks";
import { AppError } from "@sekimori/kit-server/errors";
import type { Bind } from "@sekimori/kit-server/http";
import type { FastifyRequest } from "fastify";
import type { IntegrationContext } from "../../context.ts";
import type { IntegratorPrincipals } from "../integrators/integrators.ts";

/** Walks through a login of an application, each bound to the session that began it. */
export function bindWalks(
  bind: Bind,
  { walker }: IntegrationContext,
  { integrator, key }: IntegratorPrincipals,
): void {
  const sessionOf = (request: FastifyRequest): string => {
    const session = key(request);
    if (session === undefined) throw new AppError("SessionExpired");
    return session;
  };

  bind(beginWalk, ({ request, body }) =>
    walker.begin(body.id, sessionOf(request), integrator(request)),
  );

  bind(openWalk, ({ request, body }) =>
    walker.open({ ...body, session: sessionOf(request) }, integrator(request)),
  );

  bind(finishWalk, ({ request, body: { answer, ...walk } }) =>
    walker.finish({ ...walk, session: sessionOf(request) }, answer, integrator(request)),
  );
}
