import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";

// Preloaded by a product of a test (`--import`): names of NAMES_ON_LOOPBACK are this machine, as a
// hosts file would say it. Certificates are checked as ever.

const names = new Set((process.env.NAMES_ON_LOOPBACK ?? "").split(","));
const onThisMachine = (name: string) => (names.has(name) ? "127.0.0.1" : name);

type Lookup = (name: string, ...rest: readonly unknown[]) => unknown;

const { lookup, promises } = dns;
const later = promises.lookup;
Object.assign(dns, {
  lookup: Object.assign(
    (name: string, ...rest: readonly unknown[]) => (lookup as Lookup)(onThisMachine(name), ...rest),
    lookup,
  ),
});
Object.assign(promises, {
  lookup: (name: string, ...rest: readonly unknown[]) =>
    (later as Lookup)(onThisMachine(name), ...rest),
});
syncBuiltinESMExports();
