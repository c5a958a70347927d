import { z } from "zod";
import { passkeyNameSchema } from "../fields.ts";
import { passkeyErrors } from "../passkey-errors.ts";
import { authenticatorsSchema, recoveryCodesSchema } from "./authenticators.ts";
import { perAccount, perNetwork, portalEndpoint } from "./declare.ts";
import {
  creationOptionsSchema,
  newPasskeySchema,
  requestOptionsSchema,
  usedPasskeySchema,
} from "./passkey-values.ts";
import { signInOutcomeSchema } from "./sign-in.ts";

const tag = "Passkeys";

const oneOfThem = z.strictObject({ id: z.uuid() });

export const beginPasskey = portalEndpoint({
  name: "beginPasskey",
  method: "POST",
  path: "/authenticators/passkeys/options",
  tag,
  summary: "What to call the browser's `navigator.credentials.create` with.",
  access: "recent",
  body: z.strictObject({}),
  response: creationOptionsSchema,
  errors: ["ManagedExternally", "PasskeysFull"],
  limits: [perAccount(30, 600)],
});

export const addPasskey = portalEndpoint({
  name: "addPasskey",
  method: "POST",
  path: "/authenticators/passkeys",
  tag,
  summary:
    "Adds the passkey that the browser made; other sessions end. The first factor of its kind brings recovery codes, which are shown this once.",
  access: "recent",
  body: newPasskeySchema,
  response: z.object({
    authenticators: authenticatorsSchema,
    /** Of the new passkey, for a name of the member's own. */
    id: z.uuid(),
    /** Null where the codes from before go on. */
    recoveryCodes: recoveryCodesSchema.nullable(),
  }),
  errors: [
    "ManagedExternally",
    "PasskeysFull",
    "PasskeyDuplicate",
    "PasskeyExpired",
    "PasskeyRefused",
    "PasskeyUnverified",
  ],
  limits: [perAccount(30, 600)],
});

export const renamePasskey = portalEndpoint({
  name: "renamePasskey",
  method: "PUT",
  path: "/authenticators/passkeys/:id",
  tag,
  summary: "Gives a passkey another name.",
  access: "account",
  params: oneOfThem,
  body: z.strictObject({ name: passkeyNameSchema }),
  response: authenticatorsSchema,
  errors: ["NotFound"],
  limits: [perAccount(60, 600)],
});

export const removePasskey = portalEndpoint({
  name: "removePasskey",
  method: "DELETE",
  path: "/authenticators/passkeys/:id",
  tag,
  summary:
    "Removes a passkey; other sessions end. After the last one, without an authenticator app, the recovery codes end too and the one-time password by email takes their place.",
  access: "recent",
  params: oneOfThem,
  response: authenticatorsSchema,
  errors: ["ManagedExternally", "NotFound", "FactorWanted"],
  limits: [perAccount(30, 600)],
});

export const beginPasskeySignIn = portalEndpoint({
  name: "beginPasskeySignIn",
  method: "POST",
  path: "/sign-in/passkey/options",
  tag,
  summary: "What to call `navigator.credentials.get` with; the answer is the same for everyone.",
  access: "public",
  body: z.strictObject({ purpose: z.enum(["sign-in", "reset"]) }),
  response: requestOptionsSchema,
  errors: [],
  limits: [perNetwork(240, 600)],
});

export const signInByPasskey = portalEndpoint({
  name: "signInByPasskey",
  method: "POST",
  path: "/sign-in/passkey",
  tag,
  summary: "Signs in by a passkey, which is both factors, in the browser that asked for it.",
  access: "public",
  body: usedPasskeySchema,
  response: signInOutcomeSchema,
  errors: [...passkeyErrors, "AccessEnded", "NetworkRefused", "PasswordsOff"],
  limits: [perNetwork(100, 600)],
});

export const beginSecondFactorPasskey = portalEndpoint({
  name: "beginSecondFactorPasskey",
  method: "POST",
  path: "/sign-in/second-factor/passkey",
  tag,
  summary: "The same for a passkey as the second factor of the sign-in under way.",
  access: "pending",
  body: z.strictObject({}),
  response: requestOptionsSchema,
  errors: ["NotFound"],
  limits: [perNetwork(120, 600)],
});

export const beginPasskeyAgain = portalEndpoint({
  name: "beginPasskeyAgain",
  method: "POST",
  path: "/idp/reauthenticate/passkey/options",
  tag,
  summary: "The same for a passkey in place of the password, before a sensitive change.",
  access: "account",
  body: z.strictObject({}),
  response: requestOptionsSchema,
  errors: ["NotFound"],
  limits: [perAccount(60, 600)],
});

export const provePasskeyAgain = portalEndpoint({
  name: "provePasskeyAgain",
  method: "POST",
  path: "/idp/reauthenticate/passkey",
  tag,
  summary: "Completes the asking again by a passkey, which is both factors.",
  access: "account",
  body: usedPasskeySchema,
  response: z.object({ authenticatedAt: z.iso.datetime() }),
  errors: [...passkeyErrors],
  limits: [perAccount(60, 600)],
});
