import { z } from "zod";
import type { ReleaseCycle } from "../data-sets.ts";
import { DISTRIBUTIONS_WITH_END, PRODUCTS } from "../products.ts";
import { FormatError } from "./format-error.ts";

/** A product of endoflife.date's API, version 1. */
const current = z.object({
  generated_at: z.string().optional(),
  last_modified: z.string().optional(),
  result: z.object({
    name: z.string(),
    releases: z.array(
      z.object({ name: z.string(), isEol: z.boolean(), eolFrom: z.string().nullable().optional() }),
    ),
  }),
});
/** The same of its first API, which names no product: the file's name does. */
const first = z.array(
  z.object({ cycle: z.union([z.string(), z.number()]), eol: z.union([z.string(), z.boolean()]) }),
);

/**
 * The release lines of one product. `page` is its page's name, from the file's name where the format
 * holds none; `today` (ISO date) stands for an end without a day. Throws for a product we do not know.
 */
export function readEndOfLife(
  file: unknown,
  page: string,
  today: string,
): {
  readonly date: string;
  readonly product: string;
  readonly entries: readonly ReleaseCycle[];
} {
  const modern = current.safeParse(file);
  const name = modern.success ? modern.data.result.name : page;
  const own = DISTRIBUTIONS_WITH_END.includes(name) ? name : undefined;
  const product = own ?? PRODUCTS.find(({ endOfLife }) => endOfLife === name)?.name;
  if (product === undefined)
    throw new FormatError({
      ja: `${name}という製品は診断の対象にありません。`,
      en: `${name} is no product that the diagnosis knows.`,
    });
  const ends = modern.success
    ? modern.data.result.releases.map((one) => [one.name, one.eolFrom ?? one.isEol] as const)
    : first.parse(file).map(({ cycle, eol }) => [String(cycle), eol] as const);
  const entries = ends.map(([cycle, end]) => ({
    product,
    cycle,
    endOfLife: typeof end === "string" ? end : end ? today : null,
  }));
  const stamp = modern.data?.last_modified ?? modern.data?.generated_at;
  return { date: stamp?.slice(0, 10) ?? today, product, entries };
}
