import type { SeenHello, TlsSurvey } from "./survey.ts";

/** Every suite that the address accepted, as far as it was asked. */
export function acceptedSuites(seen: TlsSurvey) {
  return [...seen.modern, ...seen.classic].map(({ suite }) => suite);
}

/** Names of accepted suites that fit, each once. */
export function suiteNames(
  hellos: readonly SeenHello[],
  fits: (suite: SeenHello["suite"]) => boolean,
): readonly string[] {
  return [...new Set(hellos.filter(({ suite }) => fits(suite)).map(({ suite }) => suite.name))];
}
