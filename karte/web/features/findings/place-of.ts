/** Where a finding was seen: the host, and the port where it matters. */
export function placeOf({ host, port }: { host: string; port: number | null }): string {
  return port === null ? host : `${host}:${port}`;
}
