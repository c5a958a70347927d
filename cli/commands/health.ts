import { request as requestPlainly } from "node:http";
import { request as requestByTls } from "node:https";
import { type Environment, parseSettings, SettingsError } from "@sekimori/kit-server/settings";
import { z } from "zod";
import { consoleProcessSchema, integrationProcessSchema } from "../processes/console-settings.ts";
import { karteProcessSchema } from "../processes/karte-settings.ts";
import { processSettingsSchema } from "../processes/settings.ts";

const { portalOrigin, listenHost, listenPort, probeHost, probePort, tlsCertificate } =
  processSettingsSchema.shape;

interface Place {
  readonly host: string;
  readonly port: number;
  /** Where the process speaks TLS itself: its certificate, and the name in it. */
  readonly tls?: { readonly certificate: string; readonly name: string };
}

// Whoever asks needs no more settings than where each process answers.
const portalPlace = z.object({ portalOrigin, listenHost, listenPort, tlsCertificate });
const workerPlace = z.object({ probeHost, probePort });
const kartePlace = z.object({ listenHost, listenPort: karteProcessSchema.shape.listenPort });
const consolePlace = z.object({
  listenHost,
  consolePort: consoleProcessSchema.shape.consolePort,
});
const integrationPlace = z.object({
  listenHost,
  integrationPort: integrationProcessSchema.shape.integrationPort,
});

const placeOf = {
  portal(environment: Environment): Place {
    const settings = parseSettings(portalPlace, environment);
    const certificate = settings.tlsCertificate?.reveal();
    const name = new URL(settings.portalOrigin).hostname;
    return {
      host: settings.listenHost,
      port: settings.listenPort,
      ...(certificate === undefined ? {} : { tls: { certificate, name } }),
    };
  },
  worker(environment: Environment): Place {
    const { probeHost: host, probePort: port } = parseSettings(workerPlace, environment);
    if (port !== undefined) return { host, port };
    throw new SettingsError(["PROBE_PORT is not set, and a worker answers nowhere else."]);
  },
  karte(environment: Environment): Place {
    const { listenHost: host, listenPort: port } = parseSettings(kartePlace, environment);
    return { host, port };
  },
  console(environment: Environment): Place {
    const { listenHost: host, consolePort: port } = parseSettings(consolePlace, environment);
    return { host, port };
  },
  integration(environment: Environment): Place {
    const { listenHost: host, integrationPort: port } = parseSettings(
      integrationPlace,
      environment,
    );
    return { host, port };
  },
} as const;

/** Where a process that answers on all addresses is reached from its own machine. */
const fromHere: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

/** How long an answer may take, in milliseconds: a probe that waits longer has failed. */
const patienceMs = 3_000;

function askReadiness({ host, port, tls }: Place): Promise<{ status: number; text: string }> {
  const address = { host: fromHere[host] ?? host, port, path: "/readyz", agent: false };
  const timed = { ...address, signal: AbortSignal.timeout(patienceMs) };
  const options =
    tls === undefined
      ? timed
      : // Its own certificate is trusted, whoever signed it.
        { ...timed, ca: tls.certificate, allowPartialTrustChain: true, servername: tls.name };
  return new Promise((resolve, reject) => {
    (tls === undefined ? requestPlainly : requestByTls)(options, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text }));
      answer.on("error", reject);
    })
      .on("error", reject)
      .end();
  });
}

/**
 * `sekimori health`: asks the process beside it, which has the same settings, whether it is ready, as
 * the probe of a container does.
 *
 * @returns whether it is; what it says otherwise is printed
 * @throws SettingsError for what is missing or wrong
 */
export async function health(
  whose: keyof typeof placeOf,
  environment: Environment,
): Promise<boolean> {
  const place = placeOf[whose](environment);
  try {
    const { status, text } = await askReadiness(place);
    if (status === 200) return true;
    console.error(`sekimori ${whose} is not ready (${status}): ${text}`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.error(`sekimori ${whose} does not answer: ${reason}`);
  }
  return false;
}
