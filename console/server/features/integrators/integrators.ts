import type { IntegrationAccess } from "@sekimori/console-contract/endpoints/integration/declare";
import {
  type IntegrationAct,
  integrationActs,
  mayIntegrate,
} from "@sekimori/console-contract/integration-rights";
import { createAccess } from "@sekimori/kit-server/access";
import { clientOf } from "@sekimori/kit-server/client-info";
import { AppError } from "@sekimori/kit-server/errors";
import type { FastifyRequest } from "fastify";
import type { IntegrationContext } from "../../context.ts";
import type { Integrator } from "../../ports/integrators.ts";
import type { SignedIn } from "../../ports/sign-ins.ts";

interface Caller {
  readonly session: SignedIn;
  /** Undefined where the call asks only who is signed in. */
  readonly integrator?: Integrator;
}

/** Who calls at the integrator's console, and how far they reach; the one place that decides it. */
export interface IntegratorPrincipals {
  /**
   * Asks each time anew whether somebody integrates, so that who is removed is out at once.
   *
   * @throws AppError SessionExpired, NotIntegrator, NotForOwners.
   */
  authorise(access: string, request: FastifyRequest): Promise<void>;
  session(request: FastifyRequest): SignedIn;
  integrator(request: FastifyRequest): Integrator;
  /** Whose calls are counted together; undefined for nobody. */
  subject(request: FastifyRequest): string | undefined;
  key(request: FastifyRequest): string | undefined;
}

export function createIntegratorPrincipals({
  signIns,
  integrators,
}: Pick<IntegrationContext, "signIns" | "integrators">): IntegratorPrincipals {
  const signedIn = async (request: FastifyRequest): Promise<Caller | undefined> => {
    const session = await signIns.session(request);
    return session && { session };
  };

  const whoIntegrates = async (request: FastifyRequest) => {
    const session = await signIns.session(request);
    if (session === undefined) return undefined;
    const integrator = await integrators.find(session.subject, clientOf(request));
    if (integrator === undefined) throw new AppError("NotIntegrator");
    return { session, integrator };
  };

  const whoMay = (act: IntegrationAct) => async (request: FastifyRequest) => {
    const caller = await whoIntegrates(request);
    if (caller && !mayIntegrate(caller.integrator.kind, act)) throw new AppError("NotForOwners");
    return caller;
  };

  const access = createAccess<IntegrationAccess, Caller>({
    "signed-in": signedIn,
    integrator: whoIntegrates,
    ...(Object.fromEntries(integrationActs.map((act) => [act, whoMay(act)])) as Record<
      IntegrationAct,
      ReturnType<typeof whoMay>
    >),
  });

  return {
    authorise: access.authorise,
    session: (request) => access.part(request, "session"),
    integrator: (request) => access.part(request, "integrator"),
    subject: (request) => access.find(request)?.session.subject,
    key: (request) => signIns.key(request),
  };
}
