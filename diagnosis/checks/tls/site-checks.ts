import type { Check } from "../../engine/check.ts";
import { certChain } from "./cert-chain.ts";
import { certEach } from "./cert-each.ts";
import { certExpiry } from "./cert-expiry.ts";
import { certKey } from "./cert-key.ts";
import { certLife } from "./cert-life.ts";
import { certName } from "./cert-name.ts";
import { certRevoked } from "./cert-revoked.ts";
import { certSig } from "./cert-sig.ts";
import { certTrust } from "./cert-trust.ts";
import { tlsAead } from "./tls-aead.ts";
import { tlsComp } from "./tls-comp.ts";
import { tlsDh } from "./tls-dh.ts";
import { tlsEms } from "./tls-ems.ts";
import { tlsFs } from "./tls-fs.ts";
import { tlsNew } from "./tls-new.ts";
import { tlsNull } from "./tls-null.ts";
import { tlsOld } from "./tls-old.ts";
import { tlsPq } from "./tls-pq.ts";
import { tlsSsl } from "./tls-ssl.ts";
import { tlsWeak } from "./tls-weak.ts";

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
