import { momentSchema } from "@sekimori/kit-contract/date-schemas";
import { z } from "zod";
import { perAccount, portalEndpoint } from "./declare.ts";

const tag = "Notices";
const localized = z.object({ ja: z.string(), en: z.string() });

export const noticeSchema = z.object({
  id: z.uuid(),
  title: localized,
  body: localized,
  publishedAt: momentSchema,
  read: z.boolean(),
});

export type Notice = z.infer<typeof noticeSchema>;

export const listNotices = portalEndpoint({
  name: "listNotices",
  method: "GET",
  path: "/notice",
  tag,
  summary: "The operator's notices, newest first, page by page, with the number not yet read.",
  access: "account",
  query: z.strictObject({ before: z.uuid().optional() }),
  response: z.object({
    notices: z.array(noticeSchema),
    unread: z.int().nonnegative(),
    /** Asks for the older ones; null when there are none. */
    next: z.uuid().nullable(),
  }),
  errors: [],
  limits: [],
  load: "read",
});

export const getNotice = portalEndpoint({
  name: "getNotice",
  method: "GET",
  path: "/notice/:id",
  tag,
  summary: "One notice, while it's shown to the member.",
  access: "account",
  params: z.strictObject({ id: z.uuid() }),
  response: noticeSchema,
  errors: ["NotFound"],
  limits: [],
  load: "read",
});

export const readNotices = portalEndpoint({
  name: "readNotices",
  method: "POST",
  path: "/notice/read",
  tag,
  summary: "Marks every notice published up to a moment as read.",
  access: "account",
  body: z.strictObject({ upTo: momentSchema }),
  response: z.object({ unread: z.int().nonnegative() }),
  errors: [],
  limits: [perAccount(120, 600)],
});
