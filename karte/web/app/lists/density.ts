import { clientStorage } from "../storage.ts";

export const densities = ["comfortable", "compact"] as const;
export type Density = (typeof densities)[number];

/** How close the rows of tables stand: compact, unless the person chose otherwise in this browser. */
export function densityNow(): Density {
  return clientStorage.read("density") === "comfortable" ? "comfortable" : "compact";
}

/** Sets the density for all tables; styles.css does the rest. */
export function showDensity(density: Density): void {
  document.documentElement.dataset.density = density;
}

export function chooseDensity(density: Density): void {
  clientStorage.write("density", density);
  showDensity(density);
}
