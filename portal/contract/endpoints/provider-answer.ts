import { z } from "zod";

const said = {
  code: z.string().max(4096).optional(),
  iss: z.string().max(512).optional(),
  error: z.string().max(128).optional(),
  error_description: z.string().max(1024).optional(),
};

/**
 * What an OpenID provider sends a browser back with. Providers add what nobody asked for (Keycloak and
 * Entra ID `session_state`; Google `scope`, `authuser`, `hd`, `prompt`), which is ignored (RFC 6749, 4.1.2).
 */
export const providerAnswerSchema = z.looseObject({
  /** Empty where the answer belongs to no visit. */
  state: z.string().max(512),
  ...said,
});

export type ProviderAnswer = z.infer<typeof providerAnswerSchema>;

const names = Object.keys(said) as (keyof typeof said)[];

/** Of an answer what counts, without its state. */
export const saidIn = (answer: ProviderAnswer): Record<string, string> =>
  Object.fromEntries(
    names.map((name) => [name, answer[name]]).filter((entry) => entry[1] !== undefined),
  );
