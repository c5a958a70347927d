/** @throws Error where the environment says production: make-believe money must not meet real people. */
export function refuseProduction(environment: Readonly<Record<string, string | undefined>>): void {
  for (const name of ["NODE_ENV", "SEKIMORI_MODE"]) {
    if (environment[name]?.toLowerCase() === "production") {
      throw new Error(`The sandbox does not run in production (${name} is "production").`);
    }
  }
}
