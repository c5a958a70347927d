import { z } from "zod";

const clientDataSchema = z.object({
  type: z.string(),
  challenge: z.string(),
  origin: z.string(),
  crossOrigin: z.boolean().optional(),
});

/** What the browser says that it asked an authenticator (WebAuthn level 3, section 5.8.1). */
export type ClientData = z.infer<typeof clientDataSchema>;

/** @returns undefined where it is none. */
export function readClientData(encoded: string): ClientData | undefined {
  try {
    const text = Buffer.from(encoded, "base64url").toString("utf8");
    return clientDataSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
