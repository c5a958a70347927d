import { clientStorage } from "../storage.ts";

export const densities = ["comfortable", "compact"] as const;
export type Density = (typeof densities)[number];

/** How close the rows of tables stand, as the person chose it in this browser. */
export function densityNow(): Density {
  return clientStorage.read("density") === "compact" ? "compact" : "comfortable";
}

/** Sets the density for all tables; styles.css does the rest. */
export function showDensity(density: Density): void {
  document.documentElement.dataset.density = density;
}

export function chooseDensity(density: Density): void {
  clientStorage.write("density", density);
  showDensity(density);
}
