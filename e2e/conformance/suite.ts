import { once } from "node:events";
import { request } from "node:https";
import { text } from "node:stream/consumers";
import { connect } from "node:tls";
import { z } from "zod";

const infoSchema = z.object({
  status: z.enum(["CREATED", "CONFIGURED", "RUNNING", "WAITING", "FINISHED", "INTERRUPTED"]),
  result: z.string().nullish(),
});
const planSchema = z.object({
  id: z.string(),
  modules: z.array(
    z.object({ testModule: z.string(), variant: z.record(z.string(), z.string()).nullish() }),
  ),
});
const entrySchema = z.looseObject({
  msg: z.string().nullish(),
  src: z.string().nullish(),
  result: z.string().nullish(),
  upload: z.string().nullish(),
});
const browserSchema = z.object({
  urls: z.array(z.string()).default([]),
  urlsWithMethod: z.array(z.object({ url: z.string(), method: z.string() })).default([]),
});

export type Plan = z.infer<typeof planSchema>;
export type Entry = z.infer<typeof entrySchema>;

/** The certificate that a server shows, in PEM, whoever issued it. */
async function certificateOf({ hostname, port }: URL): Promise<string> {
  const socket = connect({
    host: hostname,
    port: Number(port || 443),
    servername: hostname,
    rejectUnauthorized: false,
  });
  await once(socket, "secureConnect");
  const { raw } = socket.getPeerCertificate();
  socket.destroy();
  const lines = raw.toString("base64").replaceAll(/(.{64})/g, "$1\n");
  return `-----BEGIN CERTIFICATE-----\n${lines.trim()}\n-----END CERTIFICATE-----\n`;
}

/**
 * A conformance suite of the OpenID Foundation that somebody runs at `origin`, in its development
 * mode, which asks for no sign-in. It mostly has a certificate that it made itself: the one it
 * shows at first is the one it has to show from then on.
 */
export async function openSuite(origin: string) {
  const certificate = await certificateOf(new URL(origin));

  async function call(method: "GET" | "POST", path: string, body?: string): Promise<unknown> {
    const sent = request(new URL(path, origin), {
      method,
      ca: certificate,
      headers: { "content-type": "application/json", accept: "application/json" },
    });
    sent.end(body);
    const [answer] = await once(sent, "response");
    const received = await text(answer);
    if (answer.statusCode >= 300) throw new Error(`${path}: ${answer.statusCode} ${received}`);
    return received === "" ? undefined : JSON.parse(received);
  }

  const query = (fields: Record<string, string>) => new URLSearchParams(fields).toString();

  return {
    origin,
    certificate,
    async version() {
      const known = await call("GET", "/api/server").catch(() => undefined);
      return z.looseObject({ version: z.string() }).safeParse(known).data?.version ?? "unknown";
    },
    async createPlan(planName: string, variant: object, configuration: object): Promise<Plan> {
      const path = `/api/plan?${query({ planName, variant: JSON.stringify(variant) })}`;
      return planSchema.parse(await call("POST", path, JSON.stringify(configuration)));
    },
    async createModule(plan: string, { testModule, variant }: Plan["modules"][number]) {
      const asked = query({ test: testModule, plan, variant: JSON.stringify(variant ?? {}) });
      return z.object({ id: z.string() }).parse(await call("POST", `/api/runner?${asked}`)).id;
    },
    start: (id: string) => call("POST", `/api/runner/${id}`),
    info: async (id: string) => infoSchema.parse(await call("GET", `/api/info/${id}`)),
    log: async (id: string) => z.array(entrySchema).parse(await call("GET", `/api/log/${id}`)),
    toVisit: async (id: string) =>
      browserSchema.parse(await call("GET", `/api/runner/browser/${id}`)),
    visited: (id: string, url: string) =>
      call("POST", `/api/runner/browser/${id}/visit?${query({ url })}`),
    upload: (id: string, placeholder: string, image: Buffer) =>
      call(
        "POST",
        `/api/log/${id}/images/${placeholder}`,
        `data:image/png;base64,${image.toString("base64")}`,
      ),
  };
}

export type Suite = Awaited<ReturnType<typeof openSuite>>;
