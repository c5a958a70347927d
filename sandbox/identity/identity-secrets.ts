import { generateKeyPairSync, randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import { z } from "zod";
import type { SandboxTables } from "../database/tables.ts";

const jwksSchema = z.object({
  keys: z.array(z.looseObject({ kty: z.string(), kid: z.string() })),
});

function newJwks(): z.infer<typeof jwksSchema> {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const jwk = privateKey.export({ format: "jwk" });
  const key = { ...jwk, kid: randomBytes(8).toString("hex"), alg: "RS256", use: "sig" };
  return jwksSchema.parse({ keys: [key] });
}

/** The provider's signing key and cookie key, made once and kept. */
export async function identitySecrets(books: Kysely<SandboxTables>) {
  await books
    .insertInto("sandbox.identity_secret")
    .values({
      jwks: JSON.stringify(newJwks()),
      cookie_key: randomBytes(32).toString("base64url"),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await books
    .selectFrom("sandbox.identity_secret")
    .selectAll()
    .executeTakeFirstOrThrow();
  return { jwks: jwksSchema.parse(row.jwks), cookieKey: row.cookie_key };
}
