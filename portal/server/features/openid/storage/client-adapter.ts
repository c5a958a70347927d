import { hashToken } from "@sekimori/kit-server/cookies";
import type { Adapter, AdapterPayload } from "oidc-provider";
import type { PortalContext } from "../../../context.ts";

type Books = Pick<PortalContext, "db" | "sealer">;

/** Every request names an application; what an operator changes is in force after this. */
const rememberedMs = 5_000;

const sealContext = (clientId: string) => `portal.oidc_client.secret:${clientId}`;

interface WalkColumns {
  readonly walk_redirect_uri: string | null;
  readonly walk_secret_digest: string | null;
  readonly walk_until: Date | null;
}

/** What an application has for a walk through a login, while somebody makes one (client-walks.ts). */
function walkOf(row: WalkColumns, { redirect_uris: own = [] }: AdapterPayload): AdapterPayload {
  const { walk_redirect_uri: uri, walk_secret_digest: digest, walk_until: until } = row;
  if (uri === null || digest === null || (until?.getTime() ?? 0) <= Date.now()) return {};
  return { redirect_uris: [...own, uri], walk_secret_digest: digest };
}

/** Lets the provider's engine read the registered applications; only operators write them. */
export class ClientAdapter implements Adapter {
  readonly #books: Books;
  readonly #known = new Map<string, { readonly payload: AdapterPayload; readonly until: number }>();

  constructor(books: Books) {
    this.#books = books;
  }

  async find(clientId: string): Promise<AdapterPayload | undefined> {
    const known = this.#known.get(clientId);
    if (known && known.until > Date.now()) return known.payload;
    const payload = await this.#read(clientId);
    if (payload === undefined) this.#known.delete(clientId);
    else this.#known.set(clientId, { payload, until: Date.now() + rememberedMs });
    return payload;
  }

  async #read(clientId: string): Promise<AdapterPayload | undefined> {
    const { db, sealer } = this.#books;
    const row = await db
      .selectFrom("portal.oidc_client")
      .select([
        "metadata",
        "secret",
        "secret_digest",
        "former_secret_digest",
        "former_secret_until",
        "walk_redirect_uri",
        "walk_secret_digest",
        "walk_until",
      ])
      .where("client_id", "=", clientId)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const sealed = row.secret && sealer.open(row.secret, sealContext(clientId)).toString("utf8");
    const digest = row.secret_digest ?? (sealed === null ? undefined : hashToken(sealed));
    const hasFormer = (row.former_secret_until?.getTime() ?? 0) > Date.now();
    const metadata = row.metadata as AdapterPayload;
    return {
      ...metadata,
      ...walkOf(row, metadata),
      client_id: clientId,
      // The engine compares by `recogniseSecrets`, which hashes what is presented.
      ...(digest === undefined ? {} : { client_secret: digest }),
      ...(hasFormer && row.former_secret_digest !== null
        ? { former_secret_digest: row.former_secret_digest }
        : {}),
    };
  }

  async upsert(): Promise<void> {
    throw new Error("Applications are registered by operators only.");
  }

  async destroy(): Promise<void> {
    throw new Error("Applications are removed by operators only.");
  }

  async findByUid(): Promise<undefined> {
    return undefined;
  }

  async findByUserCode(): Promise<undefined> {
    return undefined;
  }

  async consume(): Promise<void> {}

  async revokeByGrantId(): Promise<void> {}
}
