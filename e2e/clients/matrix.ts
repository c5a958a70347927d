import type { Kind } from "./kinds.ts";

export const steps = ["sign-in", "name", "refresh", "logout", "back-channel"] as const;
export type Step = (typeof steps)[number];

/** The results as a table in Markdown, as docs/integrate/README.md has it. */
export function matrixOf(kinds: readonly Kind[], passed: ReadonlyMap<Kind, ReadonlySet<Step>>) {
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const rows = kinds.map((kind) => {
    const done = passed.get(kind);
    const cells = steps.map((step) => {
      if (done === undefined) return "not tried";
      if (!done.has(step)) return "FAILED";
      return step === "back-channel" && kind.told !== undefined ? `ok, ${kind.told}` : "ok";
    });
    return row([kind.name, ...cells]);
  });
  return [row(["Client", ...steps]), row(["---", ...steps.map(() => "---")]), ...rows].join("\n");
}
