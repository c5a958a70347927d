import type { AnyEndpoint } from "@sekimori/kit-contract/endpoint";

/**
 * Every error type that a call of `endpoint` can be answered with: what it declares, and what
 * follows from its form (input, limits, a method that changes something). OpenAPI lists these, and
 * no other leaves the server.
 */
export function declaredErrors(endpoint: AnyEndpoint): ReadonlySet<string> {
  const changes = endpoint.method !== "GET";
  const takesInput = endpoint.params ?? endpoint.query ?? endpoint.body;
  return new Set([
    // A call without fields can still bring a body that cannot be read.
    ...(takesInput || changes ? ["InvalidInput"] : []),
    ...(endpoint.limits.length > 0 || endpoint.load !== undefined ? ["TooManyRequest"] : []),
    // The CSRF check.
    ...(changes ? ["Forbidden"] : []),
    ...endpoint.errors,
    "Unexpected",
    "Unavailable",
    "Timeout",
  ]);
}

/** A refusal that the endpoint does not declare; the client gets a 500, the log the reason. */
export class UndeclaredError extends Error {
  override readonly name = "UndeclaredError";

  constructor(endpoint: AnyEndpoint, type: string, cause: unknown) {
    super(`${endpoint.name} answered ${type}, which it does not declare`, { cause });
  }
}
