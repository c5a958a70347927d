/** Weights of CVSS v3.1's base metrics (specification §7.4). */
const WEIGHTS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  AV: { N: 0.85, A: 0.62, L: 0.55, P: 0.2 },
  AC: { L: 0.77, H: 0.44 },
  UI: { N: 0.85, R: 0.62 },
  C: { H: 0.56, L: 0.22, N: 0 },
  I: { H: 0.56, L: 0.22, N: 0 },
  A: { H: 0.56, L: 0.22, N: 0 },
};
const PRIVILEGES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  U: { N: 0.85, L: 0.62, H: 0.27 },
  C: { N: 0.85, L: 0.68, H: 0.5 },
};

/** Base score of a CVSS v3.0 or v3.1 vector (specification §7.1); null for anything else. */
export function cvssScore(vector: string): number | null {
  if (!/^CVSS:3\.[01]\//.test(vector)) return null;
  const metrics = new Map(
    vector.split("/").map((part) => part.split(":") as [string, string | undefined]),
  );
  const weight = (name: string) => WEIGHTS[name]?.[metrics.get(name) ?? ""];
  const scope = metrics.get("S") ?? "";
  const privileges = PRIVILEGES[scope]?.[metrics.get("PR") ?? ""];
  const parts = [...["AV", "AC", "UI", "C", "I", "A"].map(weight), privileges];
  const [av, ac, ui, c, i, a, pr] = parts;
  if (av === undefined || ac === undefined || ui === undefined || pr === undefined) return null;
  if (c === undefined || i === undefined || a === undefined) return null;
  const base = 1 - (1 - c) * (1 - i) * (1 - a);
  const changed = scope === "C";
  const impact = changed ? 7.52 * (base - 0.029) - 3.25 * (base - 0.02) ** 15 : 6.42 * base;
  if (impact <= 0) return 0;
  const exploitability = 8.22 * av * ac * pr * ui;
  return roundUp(Math.min(10, (changed ? 1.08 : 1) * (impact + exploitability)));
}

/** Rounds up to one decimal without being misled by binary fractions (appendix A). */
function roundUp(value: number): number {
  const whole = Math.round(value * 100_000);
  return whole % 10_000 === 0 ? whole / 100_000 : (Math.floor(whole / 10_000) + 1) / 10;
}
