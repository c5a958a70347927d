import type { IncomingMessage } from "node:http";
import type { Provider } from "oidc-provider";
import type { Authentication } from "../protocol/authentication.ts";
import { providerSessionId } from "../protocol/session-names.ts";
import { answeredStrength, askedStrengths, type Strength } from "../protocol/strength.ts";

interface RequestContext {
  readonly req: IncomingMessage;
  readonly oidc:
    | {
        readonly params?: Parameters<typeof askedStrengths>[0];
        entity(name: "Session", session: unknown): void;
      }
    | undefined;
}

/** What this file uses of the engine's session model; its types leave the statics out. */
interface SessionModel {
  jti: string;
  uid: string;
  accountId?: string;
  loginTs?: number;
  acr?: string;
  amr?: string[];
  authorizations?: object;
  state?: object;
  touched?: boolean;
  /** What is stored of it, as text. */
  readonly kept?: string;
  exp?: number;
  save(ttl: number): Promise<string>;
  persist(): Promise<string>;
  loginAccount(details: unknown): void;
  resetIdentifier(): void;
}

interface SessionClass {
  new (payload?: object): SessionModel;
  get(ctx: RequestContext): Promise<SessionModel>;
  find(id: string): Promise<SessionModel | undefined>;
}

/** Of a session that nobody is signed in with yet, until its next use. */
const firstSaveSeconds = 3_600;

const contentOf = ({ authorizations, state }: SessionModel): string =>
  JSON.stringify([authorizations, state]);

/** How strongly the person of a session was recognised, whatever an application asks for. */
export const reachedIn = (session: object | undefined): Strength | undefined =>
  (session as { readonly reached?: Strength } | undefined)?.reached;

/**
 * Makes the portal's session the only login there is. The engine would keep a session of its own
 * behind a cookie of its own; here its session is looked up by the portal's, lasts as long, and
 * says what the portal says of who it is and since when. Nothing the engine is told afterwards
 * (an interaction's result) can sign anybody in.
 */
export function bindToPortalSessions(
  provider: Provider,
  authenticate: (request: IncomingMessage) => Promise<Authentication | undefined>,
): void {
  const Base = provider.Session as unknown as SessionClass;

  // The engine stores it under its class's name.
  class Session extends Base {
    static override async get(ctx: RequestContext): Promise<SessionModel> {
      const known = await authenticate(ctx.req);
      if (known === undefined) return anonymous(ctx);
      const id = providerSessionId(known.sessionId);
      const session = (await Session.find(id)) ?? new Session({ jti: id, uid: id });
      Object.defineProperty(session, "kept", { value: contentOf(session) });
      session.accountId = known.accountId;
      session.loginTs = known.authTime;
      session.amr = known.amr;
      Object.defineProperty(session, "reached", { value: known.acr });
      // Read when the request is known.
      Object.defineProperty(session, "acr", {
        get: () => answeredStrength(known.acr, askedStrengths(ctx.oidc?.params ?? {})),
        set: () => undefined,
        enumerable: true,
      });
      ctx.oidc?.entity("Session", session);
      return session;
    }

    override loginAccount(): void {}

    // The engine saves with every request; mostly nothing has changed.
    override async save(ttl: number): Promise<string> {
      if (this.kept !== contentOf(this)) return super.save(ttl);
      this.touched = false;
      return this.jti;
    }

    // The engine persists what it has not saved yet where a form comes that no page of it made.
    override async persist(): Promise<string> {
      return this.exp === undefined ? this.save(firstSaveSeconds) : super.persist();
    }

    // A new sign-in has a new session at the portal, and so another identifier already.
    override resetIdentifier(): void {
      if (this.accountId === undefined) super.resetIdentifier();
    }
  }

  /** Remembers a sign-out page shown to somebody who is not signed in, and nothing else. */
  async function anonymous(ctx: RequestContext): Promise<SessionModel> {
    const found = await Base.get.call(Session, ctx);
    if (found.accountId === undefined) return found;
    const fresh = new Session();
    ctx.oidc?.entity("Session", fresh);
    return fresh;
  }

  Object.defineProperty(provider, "Session", { value: Session });

  const name = provider.cookieName("session");
  provider.use(async (ctx, next) => {
    await next();
    if (ctx.oidc?.session?.accountId === undefined) return;
    const kept = [ctx.response.headers["set-cookie"] ?? []]
      .flat()
      .filter((line) => !line.startsWith(`${name}=`) && !line.startsWith(`${name}.sig=`));
    if (kept.length > 0) ctx.set("set-cookie", kept);
    else ctx.remove("set-cookie");
  });
}
