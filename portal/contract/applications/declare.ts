import { apiBase } from "@sekimori/kit-contract/api-base";
import type { AnyEndpoint, Limit } from "@sekimori/kit-contract/endpoint";
import { loadClasses } from "@sekimori/kit-contract/load-classes";
import type { ApplicationErrorType } from "./errors.ts";

/** Grows only when what is there changes its meaning; what is added does not count. */
export const applicationContractVersion = 1 as const;

/** Path of the resource whose tokens these calls take (RFC 8707); its address is on the portal. */
export const applicationResourcePath = `${apiBase}/applications`;

/** What an application may ask the portal for, and what a token for it says. */
export const applicationScopes = ["member:read", "contract:read", "invoices:read"] as const;

export type ApplicationScope = (typeof applicationScopes)[number];

/** A call of an application: proved by an access token (RFC 9068), never by a cookie. */
export interface ApplicationEndpoint extends AnyEndpoint {
  readonly access: "application";
  readonly scope: ApplicationScope;
  readonly errors: readonly ApplicationErrorType[];
}

export const applicationTag = "For applications, version 1";

/** Per application, and per network so that guessing tokens is bounded too. */
export const applicationLimits: readonly Limit[] = [
  { by: "network", points: 12_000, seconds: 60 },
  { by: "application", points: 6_000, seconds: 60 },
];

/** Declares a call for applications; `path` stands below {@link applicationResourcePath}. */
export function applicationEndpoint<
  const E extends Omit<ApplicationEndpoint, "access" | "tag" | "limits" | "errors" | "load">,
>(declaration: E) {
  return {
    ...declaration,
    path: `${applicationResourcePath}${declaration.path}`,
    access: "application" as const,
    tag: applicationTag,
    errors: ["TokenInvalid", "ScopeInsufficient", "NotFound"] as const,
    limits: applicationLimits,
    load: loadClasses.public,
  };
}
