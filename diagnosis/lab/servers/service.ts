import type { Place } from "../addresses.ts";
import type { Room } from "../room.ts";
import type { CertificateFiles } from "./site.ts";

/** What a service is started with. */
export type ServiceSite = {
  readonly name: string;
  readonly domain: string;
  readonly place: Place;
  readonly certificate: CertificateFiles;
  readonly options: Readonly<Record<string, string>>;
  /** Recipes that the owner has copied. */
  readonly applied: readonly string[];
};

/** Starts one; answers the port that it then listens at. */
export type Start = (room: Room, site: ServiceSite) => Promise<number>;
