import { z } from "zod";
import { perSession, portalEndpoint } from "./declare.ts";
import { momentSchema } from "./views.ts";

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
  summary: "The operator's notices, newest first, with the number not yet read.",
  access: "account",
  response: z.object({ notices: z.array(noticeSchema), unread: z.int().nonnegative() }),
  errors: [],
  limits: [],
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
  limits: [perSession(120, 600)],
});
