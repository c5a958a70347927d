import { momentSchema } from "@sekimori/kit-contract/date-schemas";
import { z } from "zod";
import { recoveryCodesInSet, typedRecoveryCodeMost } from "../constants.ts";
import { codeSchema } from "../fields.ts";
import { passkeyErrors } from "../passkey-errors.ts";
import { perAccount, perNetwork, portalEndpoint } from "./declare.ts";
import { usedPasskeySchema } from "./passkey-values.ts";

const tag = "Authenticators";

/** Ways to prove the second factor, the one to ask for first in front. */
export const secondFactorWays = ["passkey", "app", "recovery-code", "email"] as const;

export const secondFactorWaySchema = z.enum(secondFactorWays);

export type SecondFactorWay = (typeof secondFactorWays)[number];

const passkeyProofSchema = z.strictObject({
  way: z.literal("passkey"),
  passkey: usedPasskeySchema,
});

const appProofSchema = z.strictObject({ way: z.literal("app"), code: codeSchema });

const recoveryCodeProofSchema = z.strictObject({
  way: z.literal("recovery-code"),
  code: z.string().min(1).max(typedRecoveryCodeMost),
});

/** A proof of the second factor that somebody types and no mail brings. */
export const typedProofSchema = z.discriminatedUnion("way", [
  appProofSchema,
  recoveryCodeProofSchema,
]);

export type TypedProof = z.infer<typeof typedProofSchema>;

/** A proof of the second factor that no mail brings. */
export const secondFactorProofSchema = z.discriminatedUnion("way", [
  passkeyProofSchema,
  appProofSchema,
  recoveryCodeProofSchema,
]);

export type SecondFactorProof = z.infer<typeof secondFactorProofSchema>;

/**
 * Asks that sign-ins in this browser do without the second factor for thirty days. It counts where the
 * sign-in's own answer offered it.
 */
export const trustBrowserSchema = z.boolean().optional();

/** A second factor at sign-in. Who has only a recovery code at hand is in no browser to be trusted. */
export const signInProofSchema = z.discriminatedUnion("way", [
  passkeyProofSchema.extend({ trustBrowser: trustBrowserSchema }),
  appProofSchema.extend({ trustBrowser: trustBrowserSchema }),
  recoveryCodeProofSchema,
]);

export type SignInProof = z.infer<typeof signInProofSchema>;

/** What a wrong code is answered with. */
export const typedProofErrors = ["AppCodeInvalid", "AppClockOff", "RecoveryCodeInvalid"] as const;

/** What a wrong proof is answered with. */
export const proofErrors = [...typedProofErrors, ...passkeyErrors] as const;

const passkeyViewSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  addedAt: momentSchema,
  lastUsedAt: momentSchema.nullable(),
  /** Copied between a person's devices by its provider, or bound to the one it was made on. */
  kind: z.enum(["synced", "device-bound"]),
  transports: z.array(z.string()),
  /** What the browser and the authenticator know it by. */
  credentialId: z.string(),
});

export type PasskeyView = z.infer<typeof passkeyViewSchema>;

export const authenticatorsSchema = z.object({
  /** The authenticator app, where there is one. */
  app: z.object({ addedAt: momentSchema, lastUsedAt: momentSchema.nullable() }).nullable(),
  /** The oldest first. */
  passkeys: z.array(passkeyViewSchema),
  /** Under which names authenticators keep the account, to be told which passkeys still count. */
  passkeyOwner: z.object({ rpId: z.string(), userId: z.string() }),
  /** The present set of recovery codes; without an app or a passkey there is none. */
  recoveryCodes: z.object({ left: z.int().nonnegative(), madeAt: momentSchema }).nullable(),
});

export type Authenticators = z.infer<typeof authenticatorsSchema>;

export const recoveryCodesSchema = z.array(z.string()).length(recoveryCodesInSet);

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
    "Removes the authenticator app; other sessions end. Without a passkey the recovery codes end too, and the one-time password by email takes their place.",
  access: "recent",
  response: authenticatorsSchema,
  errors: ["ManagedExternally", "NotFound", "FactorWanted"],
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
  response: z.object({ ways: z.array(secondFactorWaySchema), mayTrustBrowser: z.boolean() }),
  errors: [],
  limits: [perNetwork(240, 600)],
});
