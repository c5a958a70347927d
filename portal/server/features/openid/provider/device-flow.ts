import type { Limit } from "@sekimori/kit-contract/endpoint";
import { AppError } from "@sekimori/kit-server/errors";
import type { Configuration, KoaContextWithOIDC, Provider } from "oidc-provider";
import type { PortalContext } from "../../../context.ts";
import {
  codePage,
  confirmPage,
  connectedPage,
  userCodeLetters,
} from "../interaction/device-pages.ts";

/** What people type; it leads to the engine's own. */
export const devicePath = "/device";

const half = "*".repeat(userCodeLetters / 2);

/** The device flow (RFC 8628), with pages of ours. */
export function deviceFlow(
  context: PortalContext,
): NonNullable<NonNullable<Configuration["features"]>["deviceFlow"]> {
  return {
    enabled: true,
    // Consonants only: 34 bits, nothing that looks like something else, and no words.
    charset: "base-20",
    mask: `${half}-${half}`,
    deviceInfo: () => ({}),
    userCodeInputSource: (ctx, _form, out, failure) => codePage(context, ctx, { out, failure }),
    userCodeConfirmSource: (ctx, _form, client, _device, code) =>
      confirmPage(context, ctx, client, code),
    successSource: (ctx) => connectedPage(context, ctx),
  };
}

type Middleware = Parameters<Provider["use"]>[0];

/** A person has to type the address (RFC 8628, section 3.3): a device is told the short one. */
export function nameShortAddress({ settings }: Pick<PortalContext, "settings">): Middleware {
  return async (ctx, next) => {
    await next();
    const { oidc } = ctx as unknown as KoaContextWithOIDC;
    if (oidc?.route !== "device_authorization" || ctx.status !== 200) return;
    const answer = ctx.body as { user_code: string };
    const address = `${settings.portalOrigin}${devicePath}`;
    ctx.body = {
      ...answer,
      verification_uri: address,
      verification_uri_complete: `${address}?user_code=${encodeURIComponent(answer.user_code)}`,
    };
  };
}

/** Seconds between two requests of a device that waits (RFC 8628, section 3.5): the default. */
const pollSeconds = 5;

/** One request in five seconds, counted for each device code. */
const polls: Limit = { by: "attempt", points: 1, seconds: pollSeconds };

/** Answers `slow_down` to a device that asks too often: it then waits five seconds longer each time. */
export function slowDown({ limiter }: Pick<PortalContext, "limiter">): Middleware {
  return async (ctx, next) => {
    await next();
    const { oidc } = ctx as unknown as KoaContextWithOIDC;
    const { error } = (ctx.body ?? {}) as { readonly error?: unknown };
    const code = oidc?.params?.device_code;
    if (error !== "authorization_pending" || typeof code !== "string") return;
    try {
      await limiter.consume("devicePoll", polls, code);
    } catch (refusal) {
      if (!(refusal instanceof AppError) || refusal.type !== "TooManyRequest") throw refusal;
      ctx.body = {
        error: "slow_down",
        error_description: "wait five seconds more between requests",
      };
    }
  };
}
