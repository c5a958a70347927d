import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { issue, issueSelfSigned } from "@sekimori/diagnosis/fixtures/pki/authority";
import { freePort } from "@sekimori/kit-development/testing/free-port";
import { type BrowserContext, chromium } from "playwright-core";
import { runProduct } from "./running-product.ts";
import { launchOptions, refusedCall, watch } from "./test.ts";
import { startTlsFront } from "./tls-front.ts";

// Portal and karte on two registrable domains, over TLS, on this machine: the names lead to loopback
// in the browser and in the product, and their certificates come from an authority made here.

const hosts = ["portal.example", "karte.another-example.test"] as const;

async function certificates() {
  const root = await issueSelfSigned({ name: "Two sites", isAuthority: true });
  const [portal, karte] = await Promise.all(
    hosts.map((host) => issue(root, { name: host, dnsNames: [host] })),
  );
  if (portal === undefined || karte === undefined) throw new Error("No certificates");
  return { root, portal, karte };
}

export type TwoSites = Awaited<ReturnType<typeof runTwoSites>>;

/** Starts a product whose portal and karte are two sites. */
export async function runTwoSites() {
  const folder = mkdtempSync(join(tmpdir(), "sekimori-two-sites-"));
  const { root, portal, karte } = await certificates();
  const trusted = join(folder, "root.pem");
  writeFileSync(trusted, root.certificate);
  const [portalPort, kartePort, portalTls, karteTls] = await Promise.all([
    freePort(),
    freePort(),
    freePort(),
    freePort(),
  ]);
  const portalOrigin = `https://${hosts[0]}:${portalTls}`;
  const karteOrigin = `https://${hosts[1]}:${karteTls}`;
  const fronts = [
    await startTlsFront(portalTls, portalPort, portal),
    await startTlsFront(karteTls, kartePort, karte),
  ];
  const preload = pathToFileURL(join(import.meta.dirname, "names-on-loopback.ts"));
  const product = await runProduct(
    {
      TRUSTED_PROXIES: "127.0.0.1,::1",
      NODE_EXTRA_CA_CERTS: trusted,
      NODE_OPTIONS: `--import=${preload}`,
      NAMES_ON_LOOPBACK: hosts.join(","),
    },
    {
      more: [
        `--portal-port=${portalPort}`,
        `--karte-port=${kartePort}`,
        `--portal-origin=${portalOrigin}`,
        `--karte-origin=${karteOrigin}`,
      ],
    },
  );
  return {
    ...product,
    portalOrigin,
    karteOrigin,
    async stop() {
      await product.stop();
      for (const front of fronts) front.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export interface BlockingBrowser {
  readonly context: BrowserContext;
  /** What the console said that nobody asked for. */
  readonly unexpected: readonly string[];
  close(): Promise<void>;
}

/**
 * A browser in which these names are this machine.
 *
 * @param thirdPartyCookies whether one site's cookies go along in another's frame; a setting of a
 *   profile, which windows that keep nothing do not have
 */
export async function openSitesBrowser(
  names: readonly string[],
  locale: "ja" | "en",
  thirdPartyCookies: "blocked" | "sent" = "blocked",
  width = 1280,
): Promise<BlockingBrowser> {
  const profile = mkdtempSync(join(tmpdir(), "sekimori-profile-"));
  mkdirSync(join(profile, "Default"));
  const isBlocked = thirdPartyCookies === "blocked";
  writeFileSync(
    join(profile, "Default", "Preferences"),
    JSON.stringify({
      profile: { block_third_party_cookies: isBlocked, cookie_controls_mode: isBlocked ? 1 : 0 },
    }),
  );
  const { args, ...options } = launchOptions();
  const rules = names.map((name) => `MAP ${name} 127.0.0.1`).join(", ");
  const context = await chromium.launchPersistentContext(profile, {
    ...options,
    // The light Chromium that a run may drive knows no profile.
    executablePath: process.env.WHOLE_CHROMIUM_PATH ?? options.executablePath,
    // For every request of the browser, also one that belongs to no page.
    args: [...args, `--host-resolver-rules=${rules}`, "--ignore-certificate-errors"],
    locale: locale === "en" ? "en-US" : "ja-JP",
    timezoneId: "Asia/Tokyo",
    viewport: { width, height: 800 },
    reducedMotion: "reduce",
  });
  context.setDefaultTimeout(60_000);
  const unexpected: string[] = [];
  context.on("page", (page) => watch(page, unexpected, [refusedCall]));
  return {
    context,
    unexpected,
    async close() {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

export { hosts as twoSiteHosts };
