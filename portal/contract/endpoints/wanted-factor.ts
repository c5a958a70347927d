import { z } from "zod";
import { codeSchema } from "../fields.ts";
import { recoveryCodesSchema } from "./authenticators.ts";
import { perAttempt, perNetwork, portalEndpoint } from "./declare.ts";
import { creationOptionsSchema, newPasskeySchema } from "./passkey-values.ts";
import { signInOutcomeSchema } from "./sign-in.ts";

const tag = "Sign-in";

/** A sign-in that set up what the organisation asks for, and went on. */
const setUpSchema = z.object({
  outcome: signInOutcomeSchema,
  /** Null where the codes from before go on. */
  recoveryCodes: recoveryCodesSchema.nullable(),
});

export type SetUpFactor = z.infer<typeof setUpSchema>;

export const showWantedFactor = portalEndpoint({
  name: "showWantedFactor",
  method: "GET",
  path: "/sign-in/wanted-factor",
  tag,
  summary: "What the member's organization wants set up before the sign-in under way goes on.",
  access: "pending",
  response: z.object({ organisation: z.string(), ways: z.array(z.enum(["passkey", "app"])) }),
  errors: ["NotFound"],
  limits: [perNetwork(240, 600)],
});

export const beginWantedApp = portalEndpoint({
  name: "beginWantedApp",
  method: "POST",
  path: "/sign-in/wanted-factor/totp",
  tag,
  summary: "Makes the secret of the wanted authenticator app.",
  access: "pending",
  body: z.strictObject({}),
  response: z.object({ uri: z.string(), secret: z.string() }),
  errors: ["NotFound"],
  limits: [perNetwork(60, 600), perAttempt(20, 600)],
});

export const confirmWantedApp = portalEndpoint({
  name: "confirmWantedApp",
  method: "POST",
  path: "/sign-in/wanted-factor/totp/confirm",
  tag,
  summary: "Puts that app in force by its first code, and completes the sign-in.",
  access: "pending",
  body: z.strictObject({ code: codeSchema }),
  response: setUpSchema,
  errors: [
    "NotFound",
    "AppCodeInvalid",
    "AppClockOff",
    "AccessEnded",
    "NetworkRefused",
    "PasswordsOff",
  ],
  limits: [perNetwork(120, 600), perAttempt(30, 600)],
});

export const beginWantedPasskey = portalEndpoint({
  name: "beginWantedPasskey",
  method: "POST",
  path: "/sign-in/wanted-factor/passkey/options",
  tag,
  summary: "What to call `navigator.credentials.create` with for the wanted passkey.",
  access: "pending",
  body: z.strictObject({}),
  response: creationOptionsSchema,
  errors: ["NotFound", "PasskeysFull"],
  limits: [perNetwork(60, 600), perAttempt(30, 600)],
});

export const addWantedPasskey = portalEndpoint({
  name: "addWantedPasskey",
  method: "POST",
  path: "/sign-in/wanted-factor/passkey",
  tag,
  summary: "Adds the passkey that the browser made, and completes the sign-in.",
  access: "pending",
  body: newPasskeySchema,
  response: setUpSchema,
  errors: [
    "NotFound",
    "PasskeysFull",
    "PasskeyDuplicate",
    "PasskeyExpired",
    "PasskeyRefused",
    "PasskeyUnverified",
    "AccessEnded",
    "NetworkRefused",
    "PasswordsOff",
  ],
  limits: [perNetwork(60, 600), perAttempt(30, 600)],
});
