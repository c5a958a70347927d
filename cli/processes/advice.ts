import { unnamedCompaniesAbroad } from "./companies-abroad.ts";
import type { ProcessSettings } from "./settings.ts";

/** Something that may be as it is, and that an operator should know of. */
export interface Advice {
  readonly subject: string;
  readonly sentence: string;
}

const isLoopback = (host: string) => /^(127\.|::1$|localhost$)/.test(host);

/** What doctor says of settings that production starts with although they could be better. */
export function adviceOn(settings: ProcessSettings): Advice[] {
  const advice: Advice[] = [];
  const say = (isSo: boolean, subject: string, sentence: string) => {
    if (isSo) advice.push({ subject, sentence });
  };
  say(
    settings.sekimoriMode !== "production",
    "SEKIMORI_MODE",
    `This is no production: the mode is ${settings.sekimoriMode}.`,
  );
  say(
    // Production does not get as far as this.
    unnamedCompaniesAbroad(settings).length > 0,
    "COMPANIES_ABROAD_JA and COMPANIES_ABROAD_EN",
    "Production does not start until both name the companies abroad that receive something of members.",
  );
  say(
    settings.captcha === "none",
    "CAPTCHA",
    "Scripts may try sign-ins as fast as the limits let them; “altcha” needs no other company.",
  );
  say(
    settings.breachedPasswords === "off",
    "BREACHED_PASSWORDS",
    "New passwords are not compared with those of known breaches.",
  );
  say(
    settings.portalPasswordPepper === undefined,
    "PORTAL_PASSWORD_PEPPER",
    "Not set: whoever has the database can try passwords without the secrets. It cannot be added later.",
  );
  say(
    settings.trustedProxies.length === 0 && settings.tlsCertificate === undefined,
    "TRUSTED_PROXIES",
    "Not set, and the portal speaks no TLS: behind a proxy everybody counts as one network.",
  );
  say(
    !isLoopback(settings.listenHost) && settings.tlsCertificate === undefined,
    "LISTEN_HOST",
    "Other machines reach the portal without TLS; set TLS_CERTIFICATE or let only the proxy through.",
  );
  say(
    settings.probePort === undefined,
    "PROBE_PORT",
    "Not set: nobody reads the figures of this process.",
  );
  say(
    settings.metricsReaders.some((entry) => /\/0$/.test(entry)),
    "METRICS_READERS",
    "Everybody who reaches the port may read the figures.",
  );
  say(
    settings.signInsPerNetwork > 1_000 || settings.signInsPerAccount > 100,
    "SIGN_INS_PER_NETWORK and SIGN_INS_PER_ACCOUNT",
    "So many tries help those who guess passwords.",
  );
  say(
    settings.tellExistingAddress,
    "TELL_EXISTING_ADDRESS",
    "Anybody can find out who has an account.",
  );
  say(
    settings.providerEmail.endsWith(".example") || settings.mailFrom.includes(".example>"),
    "PROVIDER_EMAIL and MAIL_FROM",
    "Mails and legal pages name the sample company; set the provider's own names.",
  );
  return advice;
}
