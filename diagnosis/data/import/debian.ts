import { z } from "zod";
import type { TrackedPackage } from "../data-sets.ts";
import { PRODUCTS } from "../products.ts";

/** Releases by their code names, as the tracker calls them. */
const RELEASES: Readonly<Record<string, string>> = {
  buster: "debian 10",
  bullseye: "debian 11",
  bookworm: "debian 12",
  trixie: "debian 13",
  forky: "debian 14",
};

const release = z.object({
  status: z.string(),
  fixed_version: z.string().optional(),
  urgency: z.string().default(""),
});
const issue = z.object({ releases: z.record(z.string(), release).default({}) });

/** The JSON export of Debian's security tracker: package → issue → release. */
const trackerFile = z.record(z.string(), z.record(z.string(), z.unknown()));

/** What the tracker says of our products' packages. Throws z.ZodError for another format. */
export function readDebian(file: unknown): readonly TrackedPackage[] {
  const packages = trackerFile.parse(file);
  return PRODUCTS.flatMap(({ name, debian }) =>
    debian.flatMap((source) =>
      Object.entries(packages[source] ?? {}).flatMap(([id, value]) =>
        id.startsWith("CVE-") ? entriesOf(name, id, issue.parse(value)) : [],
      ),
    ),
  );
}

function entriesOf(product: string, id: string, { releases }: z.infer<typeof issue>) {
  return Object.entries(releases).flatMap(([codeName, one]): TrackedPackage[] => {
    const distribution = RELEASES[codeName];
    const status = statusOf(one);
    if (distribution === undefined || status === null) return [];
    const fixedIn = status === "fixed" ? (one.fixed_version ?? null) : null;
    return [{ product, distribution, id, status, fixedIn, minor: one.urgency === "unimportant" }];
  });
}

/** "Fixed in version 0" is how the tracker writes that a release was never affected. */
function statusOf({ status, fixed_version: fixed }: z.infer<typeof release>) {
  if (status === "resolved") return fixed === "0" ? ("not-affected" as const) : ("fixed" as const);
  return status === "open" ? ("open" as const) : null;
}
