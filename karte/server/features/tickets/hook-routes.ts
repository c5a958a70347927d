import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { KarteContext } from "../../context.ts";
import { deliveriesPath, takeDelivery } from "./hook-service.ts";

/** GitHub sends from few addresses, for all who use it. */
const perNetwork = { by: "network", points: 1_200, seconds: 60 } as const;

/** The text of an issue is at most 64 KiB, with everything around it a few times that. */
const bodyMost = 1_048_576;

const header = (value: string | readonly string[] | undefined) =>
  typeof value === "string" ? value : undefined;

/**
 * What GitHub's webhook of a repository tells. Nobody is signed in: the signature proves it, and whatever it does
 * not prove is answered alike, whether there is such a connection or not.
 */
export async function registerTicketDeliveries(
  app: FastifyInstance,
  context: Pick<KarteContext, "db" | "clock" | "sealer" | "limiter">,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      "application/json",
      { parseAs: "buffer", bodyLimit: bodyMost },
      (_request, body, done) => done(null, body),
    );
    scope.post<{ Params: { readonly id: string } }>(
      deliveriesPath(":id"),
      { schema: { hide: true }, config: { csrf: false } },
      async ({ ip, params, headers, body }, reply) => {
        await context.limiter.consume("ticketDeliveries", perNetwork, ip);
        reply.header("cache-control", "no-store").type("text/plain; charset=utf-8");
        const system = z.uuid().safeParse(params.id).data;
        const isHeard =
          system !== undefined &&
          Buffer.isBuffer(body) &&
          (await takeDelivery(context, {
            system,
            event: header(headers["x-github-event"]),
            signature: header(headers["x-hub-signature-256"]),
            body,
          }));
        return isHeard
          ? reply.code(202).send("Heard.\n")
          : reply.code(401).send("Not signed with the secret of this webhook.\n");
      },
    );
  });
}
