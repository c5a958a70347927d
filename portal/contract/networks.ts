import { z } from "zod";

/** The widest networks that a rule may name: bits of an address that are the same in all of it. */
const leastPrefix = { 4: 8, 6: 16 } as const;

/** An address, or a network as RFC 4632 and 4291 write it: `203.0.113.0/24`, `2001:db8::/32`. */
export const networkSchema = z
  .union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])
  .refine((network) => {
    const [address = "", prefix] = network.split("/");
    return prefix === undefined || Number(prefix) >= leastPrefix[address.includes(":") ? 6 : 4];
  });
