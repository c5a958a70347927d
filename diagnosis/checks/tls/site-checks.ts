import type { Check } from "../../engine/check.ts";
import { certChain } from "./cert-chain.rule.ts";
import { certEach } from "./cert-each.rule.ts";
import { certExpiry } from "./cert-expiry.rule.ts";
import { certKey } from "./cert-key.rule.ts";
import { certLife } from "./cert-life.rule.ts";
import { certName } from "./cert-name.rule.ts";
import { certRevoked } from "./cert-revoked.rule.ts";
import { certSig } from "./cert-sig.rule.ts";
import { certTrust } from "./cert-trust.rule.ts";
import { tlsAead } from "./tls-aead.rule.ts";
import { tlsComp } from "./tls-comp.rule.ts";
import { tlsDh } from "./tls-dh.rule.ts";
import { tlsEms } from "./tls-ems.rule.ts";
import { tlsFs } from "./tls-fs.rule.ts";
import { tlsNew } from "./tls-new.rule.ts";
import { tlsNull } from "./tls-null.rule.ts";
import { tlsOld } from "./tls-old.rule.ts";
import { tlsPq } from "./tls-pq.rule.ts";
import { tlsSsl } from "./tls-ssl.rule.ts";
import { tlsWeak } from "./tls-weak.rule.ts";

/** The checks of the site's own TLS, in the catalogue's order. */
export const siteChecks: readonly Check[] = [
  tlsSsl,
  tlsOld,
  tlsNew,
  tlsNull,
  tlsWeak,
  tlsAead,
  tlsFs,
  tlsDh,
  tlsComp,
  tlsEms,
  tlsPq,
  certTrust,
  certName,
  certExpiry,
  certLife,
  certKey,
  certSig,
  certChain,
  certRevoked,
  certEach,
];
