import { type Locale, localeFromBrowser } from "@sekimori/kit-contract/locale";
import { localeSchema } from "@sekimori/kit-contract/locale-schema";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";

const query = z.object({ locale: localeSchema.optional().catch(undefined) });
const cookie = "sandbox_locale";

/** The page's language: `?locale=`, else what the page itself prefers, else the browser's. */
export function localeOf(request: FastifyRequest, preferred?: string | null): Locale {
  const asked = query.safeParse(request.query).data?.locale;
  const known = localeSchema.safeParse(preferred).data;
  return asked ?? known ?? localeFromBrowser(request.headers["accept-language"]);
}

/** The same for the sandbox's own pages, which remember what was last asked for. */
export function rememberedLocale(request: FastifyRequest, reply: FastifyReply): Locale {
  const [, kept] = new RegExp(`\\b${cookie}=(\\w+)`).exec(request.headers.cookie ?? "") ?? [];
  const locale = localeOf(request, kept);
  if (locale !== kept) {
    reply.header("set-cookie", `${cookie}=${locale}; Path=/; SameSite=Lax; HttpOnly`);
  }
  return locale;
}
