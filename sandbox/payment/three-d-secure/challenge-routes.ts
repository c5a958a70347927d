import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { localeOf } from "../../page/language.ts";
import { sendPage } from "../../page/send-page.ts";
import type { Company } from "../company.ts";
import { letTimePass } from "../passing-time.ts";
import { answerChallenge, cancelChallenge, findChallenge } from "./challenge.ts";
import { challengePage, returnPage, unknownChallengePage } from "./challenge-pages.ts";
import { companyStyle } from "./company-style.ts";

const params = z.object({ id: z.string().max(100) });

const answer = z.object({
  action: z.enum(["confirm", "cancel"]).default("confirm"),
  code: z.string().max(100).default(""),
});

/** The 3-D Secure page, in the holder's browser. Its address is opaque and known to them only. */
export function challengeRoutes(company: Company) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get("/payment/assets/company.css", (_request, reply) =>
      reply.type("text/css; charset=utf-8").send(companyStyle),
    );

    app.get("/payment/three-d-secure/:id", (request, reply) => show(company, request, reply));

    app.post("/payment/three-d-secure/:id", async (request, reply) => {
      const { id } = params.parse(request.params);
      const given = answer.safeParse(request.body ?? {});
      if (given.data?.action === "cancel") await cancelChallenge(company, id);
      else await answerChallenge(company, id, given.data?.code ?? "");
      // See Other: a reload of what follows cannot spend another try.
      const locale = localeOf(request);
      return reply.redirect(
        `/payment/three-d-secure/${encodeURIComponent(id)}?locale=${locale}`,
        303,
      );
    });
  };
}

/** The challenge while it waits; the way back to the merchant once it does not. */
async function show(company: Company, request: FastifyRequest, reply: FastifyReply) {
  const { id } = params.parse(request.params);
  await letTimePass(company);
  const challenge = await findChallenge(company, id);
  if (challenge === undefined) {
    const locale = localeOf(request);
    return sendPage(reply, () => unknownChallengePage(locale), { status: 404 });
  }
  const { about, returnUrl, brand, last4, wrongCodes } = challenge;
  const locale = localeOf(request, challenge.locale);
  if (!challenge.isWaiting) {
    return sendPage(reply, (nonce) => returnPage({ id, about, returnUrl, locale, nonce }), {
      formAction: [new URL(returnUrl).origin],
    });
  }
  const merchant = company.settings.merchantName;
  return sendPage(reply, () => challengePage({ id, locale, merchant, brand, last4, wrongCodes }));
}
