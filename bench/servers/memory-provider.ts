import { generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import { Provider } from "oidc-provider";

// What code flows could cost at least: the same engine with everything in this process's memory
// and somebody always signed in.
const [redirectUri = "https://app.example/callback"] = process.argv.slice(2);

/** Unlike the engine's own, it forgets nothing, however many records there are. */
const records = new Map<string, Record<string, unknown>>();

class MemoryAdapter {
  readonly #model: string;

  constructor(model: string) {
    this.#model = model;
  }

  #key(id: string): string {
    return `${this.#model}:${id}`;
  }

  async upsert(id: string, payload: object): Promise<void> {
    records.set(this.#key(id), { ...payload });
  }

  async find(id: string) {
    return records.get(this.#key(id));
  }

  async findByUid(): Promise<undefined> {
    return undefined;
  }

  async findByUserCode(): Promise<undefined> {
    return undefined;
  }

  async consume(id: string): Promise<void> {
    const record = records.get(this.#key(id));
    if (record) record.consumed = Math.floor(Date.now() / 1000);
  }

  async destroy(id: string): Promise<void> {
    records.delete(this.#key(id));
  }

  async revokeByGrantId(): Promise<void> {}
}

const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const jwk = { ...privateKey.export({ format: "jwk" }), kid: "bench", alg: "RS256", use: "sig" };

const server = createServer();
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const address = server.address();
const port = typeof address === "object" && address ? address.port : 0;
const provider = new Provider(`http://127.0.0.1:${port}`, {
  adapter: MemoryAdapter,
  jwks: { keys: [{ kty: "RSA", ...jwk }] },
  clients: [
    {
      client_id: "bench",
      token_endpoint_auth_method: "none",
      redirect_uris: [redirectUri],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
    },
  ],
  cookies: { keys: ["bench"] },
  pkce: { required: () => true },
  rotateRefreshToken: true,
  issueRefreshToken: async () => true,
  expiresWithSession: async () => false,
  features: { devInteractions: { enabled: false } },
  findAccount: async (_ctx, accountId) => ({ accountId, claims: async () => ({ sub: accountId }) }),
  async loadExistingGrant(ctx) {
    const grant = new provider.Grant({ clientId: "bench", accountId: "somebody" });
    grant.addOIDCScope([...ctx.oidc.requestParamOIDCScopes].join(" "));
    await grant.save();
    return grant;
  },
});
const { get } = provider.Session;
Object.defineProperty(provider.Session, "get", {
  async value(this: typeof provider.Session, ctx: object) {
    const session = await Reflect.apply(get, this, [ctx]);
    session.loginAccount({ accountId: "somebody" });
    return session;
  },
});
server.on("request", provider.callback());
process.send?.({ issuer: `http://127.0.0.1:${port}` });
process.once("disconnect", () => process.exit(0));
