import { z } from "zod";

/** Base64url without padding; the longest that is read is an attestation, which is cut off unread. */
const base64url = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[A-Za-z0-9_-]+$/);

const credentialIdSchema = base64url(1400);
const transportsSchema = z.array(z.string().min(1).max(32)).max(10);

/** What the browser's `create` answered with; of it what a relying party looks at. */
export const newPasskeySchema = z.strictObject({
  credentialId: credentialIdSchema,
  clientDataJSON: base64url(4096),
  attestationObject: base64url(16_384),
  transports: transportsSchema,
});

export type NewPasskey = z.infer<typeof newPasskeySchema>;

/** What the browser's `get` answered with. */
export const usedPasskeySchema = z.strictObject({
  credentialId: credentialIdSchema,
  clientDataJSON: base64url(4096),
  authenticatorData: base64url(4096),
  signature: base64url(2048),
  userHandle: base64url(128).optional(),
});

export type UsedPasskey = z.infer<typeof usedPasskeySchema>;

const descriptorSchema = z.object({
  type: z.literal("public-key"),
  id: z.string(),
  transports: z.array(z.string()),
});

/** The options of WebAuthn for `create`, in their JSON form (WebAuthn level 3, section 5.1.8). */
export const creationOptionsSchema = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal("public-key"), alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: z.array(descriptorSchema),
  authenticatorSelection: z.object({
    residentKey: z.literal("required"),
    requireResidentKey: z.literal(true),
    userVerification: z.literal("required"),
  }),
  attestation: z.literal("none"),
});

export type CreationOptions = z.infer<typeof creationOptionsSchema>;

/** The same for `get`; without `allowCredentials` the person chooses from what the device has. */
export const requestOptionsSchema = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal("required"),
  allowCredentials: z.array(descriptorSchema),
});

export type RequestOptions = z.infer<typeof requestOptionsSchema>;
