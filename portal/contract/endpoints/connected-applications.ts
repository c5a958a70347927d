import { momentSchema } from "@sekimori/kit-contract/date-schemas";
import { z } from "zod";
import { perAccount, portalEndpoint } from "./declare.ts";
import { consentScopes } from "./openid.ts";

const tag = "Security";

/** An application that may use the member's account by the OpenID provider. */
export const connectedApplicationSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** One of ours: nobody was asked, and it has access while somebody is signed in. */
  firstParty: z.boolean(),
  /** All that it may learn or do, in the order in which people are asked. */
  scopes: z.array(z.enum(consentScopes)),
  /** Where a sign-in begins on its side; null where it has not said. */
  startUrl: z.url().nullable(),
  /** Since when it has had access without a break. */
  since: momentSchema,
});

export type ConnectedApplication = z.infer<typeof connectedApplicationSchema>;

export const listApplications = portalEndpoint({
  name: "listApplications",
  method: "GET",
  path: "/security/applications",
  tag,
  summary: "The applications that hold access to the member's account.",
  access: "account",
  response: z.object({ applications: z.array(connectedApplicationSchema) }),
  errors: [],
  limits: [],
  load: "read",
});

/** Like the end of a session it only takes away, so no fresh sign-in is asked for. */
export const withdrawAccess = portalEndpoint({
  name: "withdrawAccess",
  method: "POST",
  path: "/security/applications/withdraw",
  tag,
  summary:
    "Takes an application's access away: consent, grants, codes and tokens. Done twice, it's the same.",
  access: "account",
  body: z.strictObject({ client: z.string().regex(/^[A-Za-z0-9._~-]{1,64}$/) }),
  response: z.object({}),
  errors: [],
  limits: [perAccount(60, 600)],
});
