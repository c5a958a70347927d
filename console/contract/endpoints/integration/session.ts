import { momentSchema } from "@sekimori/kit-contract/date-schemas";
import { z } from "zod";
import { integrationActs, integratorKinds } from "../../integration-rights.ts";
import { perPerson } from "../declare.ts";
import { integrationEndpoint } from "./declare.ts";

const tag = "Session";

const integratorSchema = z.object({
  kind: z.enum(integratorKinds),
  /** Of staff, as the audit log names them; of an owner, the organization's. */
  name: z.string(),
  acts: z.array(z.enum(integrationActs)),
  /** The portal's provider, as applications are set up with it. */
  issuer: z.url(),
  expiresAt: momentSchema,
});
export type IntegratorView = z.infer<typeof integratorSchema>;

export const getIntegrator = integrationEndpoint({
  name: "getIntegrator",
  method: "GET",
  path: "/session",
  tag,
  summary: "Who is logged in, and for whose applications.",
  access: "integrator",
  response: integratorSchema,
  errors: [],
  limits: [perPerson(600, 600)],
});

export const endIntegratorSession = integrationEndpoint({
  name: "endIntegratorSession",
  method: "POST",
  path: "/session/end",
  tag,
  summary:
    "Logs out here; the whole window then goes to `next`, so that the portal's session ends too.",
  access: "signed-in",
  body: z.strictObject({}),
  response: z.object({ next: z.url() }),
  errors: [],
  limits: [perPerson(60, 600)],
});
