import type { Check } from "../engine/check.ts";
import { dnsChecks } from "./dns/index.ts";
import { httpChecks } from "./http/index.ts";
import { webEach } from "./http/web-each.rule.ts";
import { mailChecks } from "./mail/index.ts";
import { portsChecks } from "./ports/index.ts";
import { tlsChecks } from "./tls/index.ts";

/** The whole catalogue, in the order it is run and shown. */
export const allChecks: readonly Check[] = [
  ...dnsChecks,
  ...mailChecks,
  ...tlsChecks,
  ...httpChecks,
  ...portsChecks,
  webEach,
];
