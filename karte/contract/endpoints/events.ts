import { localeSchema } from "@sekimori/kit-contract/locale-schema";
import { z } from "zod";
import { streamDays, streamEventsMost } from "../constants.ts";
import { karteEndpoint, perSession } from "./declare.ts";

const tag = "Event stream";

const page = {
  /** The header `Next-Cursor` of the answer before. Without one, the stream begins with the oldest event it has. */
  cursor: z.string().max(500).optional(),
  size: z.coerce.number().int().min(1).max(streamEventsMost).default(500),
};

const rules = {
  tag,
  access: "see",
  errors: ["CursorExpired", "PlanLimit"],
  limits: [perSession(120, 60)],
  load: "slow",
} as const;

const what = `Each change of a finding's state in the last ${streamDays} days, the oldest first; go on with the answer's header \`Next-Cursor\` until the body is empty, and then again with the last one`;

export const streamEventsAsNdjson = karteEndpoint({
  ...rules,
  name: "streamEventsAsNdjson",
  method: "GET",
  path: "/events/ndjson",
  summary: `${what}. One JSON object a line.`,
  query: z.strictObject(page),
  response: z.string(),
  mediaType: "application/x-ndjson",
});

export const streamEventsAsCef = karteEndpoint({
  ...rules,
  name: "streamEventsAsCef",
  method: "GET",
  path: "/events/cef",
  summary: `${what}. One line of the Common Event Format (CEF) each.`,
  query: z.strictObject({
    ...page,
    /** Of the title and the message. */
    language: localeSchema.default("en"),
  }),
  response: z.string(),
  mediaType: "text/plain",
});
