import type { IncomingMessage } from "node:http";
import { AppError } from "@sekimori/kit-server/errors";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Provider } from "oidc-provider";
import type { PortalContext } from "../../context.ts";
import type { Principals } from "../principals/principals.ts";
import type { MemberRow } from "../session/member.ts";
import type { OpenInteraction } from "./interaction/interaction-service.ts";
import { authenticationOf } from "./protocol/authentication.ts";
import { readKeys } from "./provider/signing-keys.ts";
import { createRefusalLog } from "./refusals/refusal-log.ts";

/** Every process looks for new keys this often; far less than a key is announced before it signs. */
const keysReadEveryMs = 60_000;

export type EngineHandler = ReturnType<Provider["callback"]>;

/** The OpenID provider of one process. */
export interface OpenId {
  /** The engine with the keys of now; built when first asked for. */
  provider(): Promise<Provider>;
  /** What answers the engine's requests. */
  handler(): Promise<EngineHandler>;
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
  /** Keeps what is not kept yet. */
  close(): Promise<void>;
}

interface Built {
  readonly provider: Provider;
  readonly handler: EngineHandler;
  readonly kids: string;
}

export function createOpenId(context: PortalContext, principals: Principals): OpenId {
  const announced = new WeakMap<IncomingMessage, FastifyRequest>();
  const refusals = createRefusalLog(context);
  let built: Built | undefined;
  let readAt = 0;
  let reading: Promise<Built> | undefined;

  const member = async (request: FastifyRequest) => {
    const found = await principals.findMember(request);
    return found?.is_agree_service ? found : undefined;
  };

  const authenticate = async (raw: IncomingMessage) => {
    const request = announced.get(raw);
    const found = request && (await member(request));
    return found && authenticationOf(context, found);
  };

  async function rebuild(): Promise<Built> {
    // The engine is a good part of all code there is: a process is at work before it has it.
    const { createProvider } = await import("./provider/provider.ts");
    const keys = await readKeys(context);
    const kids = keys.map(({ kid }) => kid).join(" ");
    if (built?.kids !== kids) {
      const provider = createProvider(context, keys, authenticate, refusals);
      built = { provider, handler: provider.callback(), kids };
    }
    readAt = context.clock.now().getTime();
    return built;
  }

  const engine = async (): Promise<Built> => {
    // By the clock that keys retire by, which the sandbox moves, forwards and back.
    const age = Math.abs(context.clock.now().getTime() - readAt);
    if (built && age < keysReadEveryMs) return built;
    reading ??= rebuild().finally(() => {
      reading = undefined;
    });
    return reading;
  };

  const provider = async () => (await engine()).provider;

  return {
    provider,
    handler: async () => (await engine()).handler,
    member,
    announce(request) {
      announced.set(request.raw, request);
    },
    async interaction(request, reply, uid) {
      const current = await provider();
      const { cookies } = current.createContext(request.raw, reply.raw);
      const interaction =
        cookies.get(current.cookieName("interaction"), { signed: true }) === uid
          ? await current.Interaction.find(uid)
          : undefined;
      const clientId = interaction?.params.client_id;
      const client = typeof clientId === "string" ? await current.Client.find(clientId) : undefined;
      if (!interaction || !client) throw new AppError("InteractionExpired");
      return { provider: current, interaction, client, member: await member(request) };
    },
    close: () => refusals.close(),
  };
}
