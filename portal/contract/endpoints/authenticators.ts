import { momentSchema } from "@sekimori/kit-contract/date-schemas";
import { z } from "zod";
import { recoveryCodesInSet, typedRecoveryCodeMost } from "../constants.ts";
import { codeSchema } from "../fields.ts";
import { perAccount, perNetwork, portalEndpoint } from "./declare.ts";

const tag = "Authenticators";

/** Ways to prove the second factor, the one to ask for first in front. */
export const secondFactorWays = ["app", "recovery-code", "email"] as const;

export const secondFactorWaySchema = z.enum(secondFactorWays);

export type SecondFactorWay = (typeof secondFactorWays)[number];

/** A proof of the second factor that no mail brings. */
export const secondFactorProofSchema = z.discriminatedUnion("way", [
  z.strictObject({ way: z.literal("app"), code: codeSchema }),
  z.strictObject({
    way: z.literal("recovery-code"),
    code: z.string().min(1).max(typedRecoveryCodeMost),
  }),
]);

export type SecondFactorProof = z.infer<typeof secondFactorProofSchema>;

/** What a wrong proof is answered with. */
export const proofErrors = ["AppCodeInvalid", "AppClockOff", "RecoveryCodeInvalid"] as const;

export const authenticatorsSchema = z.object({
  /** The authenticator app, where there is one. */
  app: z.object({ addedAt: momentSchema, lastUsedAt: momentSchema.nullable() }).nullable(),
  /** The present set of recovery codes; without an app there is none. */
  recoveryCodes: z.object({ left: z.int().nonnegative(), madeAt: momentSchema }).nullable(),
});

export type Authenticators = z.infer<typeof authenticatorsSchema>;

const recoveryCodesSchema = z.array(z.string()).length(recoveryCodesInSet);

export const listAuthenticators = portalEndpoint({
  name: "listAuthenticators",
  method: "GET",
  path: "/authenticators",
  tag,
  summary: "How the member signs in beside the password.",
  access: "account",
  response: authenticatorsSchema,
  errors: [],
  limits: [],
  load: "read",
});

export const beginApp = portalEndpoint({
  name: "beginApp",
  method: "POST",
  path: "/authenticators/totp",
  tag,
  summary:
    "Makes the secret of a new authenticator app. It counts once its first code was right; until then a former app goes on.",
  access: "recent",
  body: z.strictObject({}),
  response: z.object({
    /** For the app, as a QR code or a link (otpauth). */
    uri: z.string(),
    /** The same secret for typing: base32, in groups of four. */
    secret: z.string(),
  }),
  errors: ["ManagedExternally"],
  limits: [perAccount(20, 600)],
});

export const confirmApp = portalEndpoint({
  name: "confirmApp",
  method: "POST",
  path: "/authenticators/totp/confirm",
  tag,
  summary:
    "Puts the new authenticator app in force by its first code; other sessions end. The first app brings recovery codes, which are shown this once.",
  access: "recent",
  body: z.strictObject({ code: codeSchema }),
  response: z.object({
    authenticators: authenticatorsSchema,
    /** Null where the codes from before go on. */
    recoveryCodes: recoveryCodesSchema.nullable(),
  }),
  errors: ["ManagedExternally", "NotFound", "AppCodeInvalid", "AppClockOff"],
  limits: [perAccount(30, 600)],
});

export const removeApp = portalEndpoint({
  name: "removeApp",
  method: "DELETE",
  path: "/authenticators/totp",
  tag,
  summary:
    "Removes the authenticator app and the recovery codes; the one-time password by email takes their place, and other sessions end.",
  access: "recent",
  response: authenticatorsSchema,
  errors: ["ManagedExternally", "NotFound"],
  limits: [perAccount(20, 600)],
});

export const renewRecoveryCodes = portalEndpoint({
  name: "renewRecoveryCodes",
  method: "POST",
  path: "/authenticators/recovery-codes",
  tag,
  summary: "Makes ten new recovery codes, shown this once; the former ones and other sessions end.",
  access: "recent",
  body: z.strictObject({}),
  response: z.object({ authenticators: authenticatorsSchema, recoveryCodes: recoveryCodesSchema }),
  errors: ["ManagedExternally", "NotFound"],
  limits: [perAccount(20, 600)],
});

/** Read again by a page that was reloaded, or reached from an external ID. */
export const askedSecondFactor = portalEndpoint({
  name: "askedSecondFactor",
  method: "GET",
  path: "/sign-in/second-factor",
  tag,
  summary: "By which ways the sign-in under way can be completed.",
  access: "pending",
  response: z.object({ ways: z.array(secondFactorWaySchema) }),
  errors: [],
  limits: [perNetwork(240, 600)],
});
