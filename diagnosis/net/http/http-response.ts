import type { HttpHop, HttpResponse } from "../clients.ts";
import { decodeText } from "./http-body.ts";

/** Lower-case name and value, in the order received. */
export type HeaderList = readonly (readonly [string, string])[];

/** undici's raw headers: name, value, name, value … */
export function readHeaders(raw: unknown): HeaderList {
  if (!Array.isArray(raw)) return [];
  const list: [string, string][] = [];
  for (let index = 0; index + 1 < raw.length; index += 2)
    list.push([String(raw[index]).toLowerCase(), String(raw[index + 1])]);
  return list;
}

/** Puts the readers of headers and text around a received answer. */
export function makeResponse(parts: {
  readonly url: string;
  readonly status: number;
  readonly headers: HeaderList;
  readonly body: Uint8Array;
  readonly truncated: boolean;
  readonly hops: readonly HttpHop[];
  readonly leftFor: string | null;
}): HttpResponse {
  const headerValues = (name: string) => {
    const wanted = name.toLowerCase();
    return parts.headers.flatMap(([key, value]) => (key === wanted ? value : []));
  };
  const header = (name: string) => {
    const values = headerValues(name);
    return values.length === 0 ? null : values.join(", ");
  };
  let text: string | null = null;
  return {
    ...parts,
    header,
    headerValues,
    // A dozen checks read the front page.
    text: () => {
      text ??= decodeText(parts.body, header("content-type"));
      return text;
    },
  };
}
