/**
 * Addresses of the lab. They look like the Internet's, because the engine's guard refuses all others; they
 * exist on the namespace's loopback interface only, and there is no route to anywhere else.
 */
export type Place = { readonly v4: string; readonly v6: string };

/** The n-th place, in a network (/24, /48) of its own. */
export function placeAt(index: number): Place {
  const [high, low] = [index >> 8, index & 255];
  return { v4: `11.${20 + high}.${low}.10`, v6: `2a0e:${(0x1000 + index).toString(16)}::10` };
}

/** Root, top level and registry. */
export const REGISTRY: Place = { v4: "11.0.0.1", v6: "2a0e:1::1" };

const pair = (index: number): readonly [Place, Place] => [
  { v4: `11.1.${index}.53`, v6: `2a0e:100:${index}::53` },
  { v4: `11.2.${index}.53`, v6: `2a0e:200:${index}::53` },
];

/** The two addresses of each name server program. */
export const NAME_SERVERS = {
  bind: pair(1),
  nsd: pair(2),
  knot: pair(3),
  powerdns: pair(4),
  loose: pair(5),
} as const;

/** Answers DNS for no zone of the lab. */
export const EMPTY_SERVER: Place = { v4: "11.3.1.53", v6: "2a0e:301::53" };

/** The mail server of the domains whose mail is well kept. */
export const POST_OFFICE: Place = { v4: "11.4.1.25", v6: "2a0e:401::25" };

/** Tells the status of certificates. */
export const STATUS: Place = { v4: "11.4.2.80", v6: "2a0e:402::80" };

/** Name servers of those who lie. */
export const LIARS = ["11.5.1.53", "11.6.1.53"] as const;
export const LIAR_NAMES = ["liar1.dnsya.jp.", "liar2.dnsya.jp."] as const;

/** From where the lab's resolver asks. */
export const RESOLVER_OUT: Place = { v4: "11.0.0.2", v6: "2a0e:1::2" };

/** From where the lab comes to machines of their own, from elsewhere and from a network of theirs. */
export const VISITOR = "11.0.0.3";
export const COLLEAGUE = "10.77.0.1";

/** Exists, and nothing listens there. */
export const SILENT: Place = { v4: "11.1.1.54", v6: "2a0e:100:1::54" };

/** Everything that is fixed. */
export const FIXED: readonly Place[] = [
  REGISTRY,
  ...Object.values(NAME_SERVERS).flat(),
  EMPTY_SERVER,
  POST_OFFICE,
  STATUS,
  ...LIARS.map((v4, index) => ({ v4, v6: `2a0e:50${index}::53` })),
  RESOLVER_OUT,
  SILENT,
];
