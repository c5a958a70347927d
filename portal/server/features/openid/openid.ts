import type { IncomingMessage } from "node:http";
import { AppError } from "@sekimori/kit-server/errors";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Provider } from "oidc-provider";
import type { PortalContext } from "../../context.ts";
import type { Callers } from "../session/callers.ts";
import type { MemberRow } from "../session/member.ts";
import { authenticationOf } from "./authentication.ts";
import type { OpenInteraction } from "./interaction-service.ts";
import { createProvider } from "./provider.ts";
import { readKeys } from "./signing-keys.ts";

/** Every process looks for new keys this often; far less than a key is announced before it signs. */
const keysReadEveryMs = 60_000;

/** The OpenID provider of one process. */
export interface OpenId {
  /** The engine with the keys of now; built when first asked for. */
  provider(): Promise<Provider>;
  /** Lets the engine's hooks see the request that Fastify was given. */
  announce(request: FastifyRequest): void;
  /** The member signed in with this request who has agreed to the service. */
  member(request: FastifyRequest): Promise<MemberRow | undefined>;
  /**
   * The interaction that this browser was sent here for.
   *
   * @throws AppError InteractionExpired when it is over, or another browser's.
   */
  interaction(request: FastifyRequest, reply: FastifyReply, uid: string): Promise<OpenInteraction>;
}

export function createOpenId(context: PortalContext, callers: Callers): OpenId {
  const announced = new WeakMap<IncomingMessage, FastifyRequest>();
  let built: { readonly provider: Provider; readonly kids: string } | undefined;
  let readAt = 0;
  let reading: Promise<Provider> | undefined;

  const member = async (request: FastifyRequest) => {
    const found = await callers.findMember(request);
    return found?.is_agree_service ? found : undefined;
  };

  const authenticate = async (raw: IncomingMessage) => {
    const request = announced.get(raw);
    const found = request && (await member(request));
    return found && authenticationOf(context, found);
  };

  async function rebuild(): Promise<Provider> {
    const keys = await readKeys(context);
    const kids = keys.map(({ kid }) => kid).join(" ");
    if (built?.kids !== kids) {
      built = { provider: createProvider(context, keys, authenticate), kids };
    }
    readAt = Date.now();
    return built.provider;
  }

  const provider = async (): Promise<Provider> => {
    if (built && Date.now() - readAt < keysReadEveryMs) return built.provider;
    reading ??= rebuild().finally(() => {
      reading = undefined;
    });
    return reading;
  };

  return {
    provider,
    member,
    announce(request) {
      announced.set(request.raw, request);
    },
    async interaction(request, reply, uid) {
      const engine = await provider();
      const { cookies } = engine.createContext(request.raw, reply.raw);
      const interaction =
        cookies.get(engine.cookieName("interaction"), { signed: true }) === uid
          ? await engine.Interaction.find(uid)
          : undefined;
      const clientId = interaction?.params.client_id;
      const client = typeof clientId === "string" ? await engine.Client.find(clientId) : undefined;
      if (!interaction || !client) throw new AppError("InteractionExpired");
      return { provider: engine, interaction, client, member: await member(request) };
    },
  };
}
