import type { Kind } from "./kinds.ts";

export const steps = [
  "sign-in",
  "PKCE",
  "name",
  "refresh",
  "logout",
  "back-channel",
  "wrong redirect",
] as const;
export type Step = (typeof steps)[number];

/** The results as a table in Markdown, as docs/integrate/README.md has it. */
export function matrixOf(kinds: readonly Kind[], passed: ReadonlyMap<Kind, ReadonlySet<Step>>) {
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const rows = kinds.map((kind) => {
    const done = passed.get(kind);
    const cells = steps.map((step) => {
      if (done === undefined) return "not tried";
      if (step === "PKCE" && kind.registration?.includes("--optional-pkce")) return "cannot";
      if (!done.has(step)) return "FAILED";
      return step === "back-channel" && kind.told !== undefined ? `ok, ${kind.told}` : "ok";
    });
    return row([kind.name, ...cells]);
  });
  return [row(["Client", ...steps]), row(["---", ...steps.map(() => "---")]), ...rows].join("\n");
}
