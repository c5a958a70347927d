import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { createLifecycle } from "@sekimori/kit-server/lifecycle";
import { createLogger } from "@sekimori/kit-server/logger";
import { z } from "zod";
import { demoSignIn } from "../development/demo.ts";
import { requireFreePorts } from "../development/free-ports.ts";
import { resetData, startProduct } from "../development/product.ts";
import { buildWebIfStale } from "../development/web-build.ts";

export interface StartOptions {
  readonly portalPort: number;
  readonly kartePort: number;
  readonly consolePort: number;
  readonly integrationPort: number;
  readonly sandboxPort: number;
  readonly smtpPort: number;
  readonly data: string;
  readonly reset: boolean;
  readonly durable: boolean;
  /** Only the API, for a development server of the web app that stands before it. */
  readonly apiOnly: boolean;
  readonly portalOrigin?: string;
  readonly karteOrigin?: string;
  readonly consoleOrigin?: string;
  readonly integrationOrigin?: string;
  /** Without it karte examines real domains, as in production. */
  readonly sampleCompany: boolean;
}

const logLevelSchema = z.enum(["silent", "warn", "info", "debug"]).default("warn");

const root = fileURLToPath(new URL("../..", import.meta.url));

interface Addresses {
  readonly portal: string;
  readonly karte: string;
  readonly console: string;
  readonly integration: string;
  readonly sandbox: string;
}

function announce(at: Addresses, seconds: string): void {
  console.log(`
  Sekimori is ready (${seconds} s)

  Portal       ${at.portal}
  Karte        ${at.karte}   the management application, also inside the portal
  Console      ${at.console}   for those who run the service; viewer@ may look, and not act
  Integration  ${at.integration}   for those who connect applications
  Mailbox      ${at.sandbox}/mailbox   every mail the portal sends
  Sandbox      ${at.sandbox}   test cards, 3-D Secure codes, the clock
  Demo         ${demoSignIn.email}   ${demoSignIn.password}
               viewer@ sees one group, guest@ has an invitation in the mailbox; same password

  Ctrl-C stops everything.
`);
}

/** `sekimori start`: the whole product on this machine, for development and demonstration. */
export async function start(options: StartOptions): Promise<void> {
  const began = Date.now();
  const logLevel = logLevelSchema.parse(process.env.LOG_LEVEL);
  // Before anything that would be left behind.
  const lifecycle = createLifecycle({
    logger: createLogger({ name: "sekimori", level: logLevel }),
  });
  lifecycle.stopOnSignal();
  const progress = (step: string) => console.log(`${step} …`);
  await requireFreePorts([
    { port: options.portalPort, option: "--portal-port" },
    { port: options.kartePort, option: "--karte-port" },
    { port: options.consolePort, option: "--console-port" },
    { port: options.integrationPort, option: "--integration-port" },
    { port: options.sandboxPort, option: "--sandbox-port" },
    { port: options.smtpPort, option: "--smtp-port" },
  ]);
  const dataFolder = resolve(root, options.data);
  if (options.reset) resetData(dataFolder);
  const webFolder = options.apiOnly
    ? undefined
    : await buildWebIfStale(
        root,
        "portal",
        () => progress("Building the portal's web app"),
        lifecycle.ending,
      );
  const karteWebFolder = options.apiOnly
    ? undefined
    : await buildWebIfStale(
        root,
        "karte",
        () => progress("Building karte's web app"),
        lifecycle.ending,
      );
  const consoleWebFolder = options.apiOnly
    ? undefined
    : await buildWebIfStale(
        root,
        "console",
        () => progress("Building the console's web app"),
        lifecycle.ending,
      );
  const product = await startProduct({
    root,
    dataFolder,
    portalPort: options.portalPort,
    portalOrigin: options.portalOrigin,
    karteOrigin: options.karteOrigin,
    kartePort: options.kartePort,
    consolePort: options.consolePort,
    consoleOrigin: options.consoleOrigin,
    integrationPort: options.integrationPort,
    integrationOrigin: options.integrationOrigin,
    sandboxPort: options.sandboxPort,
    smtpPort: options.smtpPort,
    ...(webFolder === undefined ? {} : { webFolder }),
    ...(karteWebFolder === undefined ? {} : { karteWebFolder }),
    ...(consoleWebFolder === undefined ? {} : { consoleWebFolder }),
    sampleCompany: options.sampleCompany,
    durable: options.durable,
    logLevel,
    lifecycle,
    pretty: process.stdout.isTTY,
    progress,
  });
  announce(
    {
      portal: product.portalOrigin,
      karte: product.karteOrigin ?? "",
      console: product.consoleOrigin ?? "",
      integration: product.integrationOrigin ?? "",
      sandbox: product.sandboxOrigin,
    },
    ((Date.now() - began) / 1000).toFixed(1),
  );
  // A parent that tests or measures us also wants to look at what was written.
  process.send?.({ databaseUrl: product.databaseUrl, servingUrl: product.servingUrl });
}
