import type { ServerResponse } from "node:http";

/** The name of a request that the page, the answer and the log have in common. */
export const referenceOf = ({ res }: { readonly res: ServerResponse }): string =>
  String(res.getHeader("x-request-id") ?? "");
