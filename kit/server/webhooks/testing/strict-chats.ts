import { z } from "zod";
import type { ChatForm } from "../chat-forms.ts";

// What each chat takes of an incoming webhook, written from its public documentation: anything that is
// not there is refused. No real one was met.

/** What a chat would answer. */
interface ChatVerdict {
  readonly status: number;
  readonly text: string;
  /** What people would read: title, lines and labels. */
  readonly read: readonly string[];
}

const https = z
  .url()
  .regex(/^https:|^http:\/\/localhost[:/]/)
  .max(3_000);

const slackText = (most: number) =>
  z.strictObject({
    type: z.literal("plain_text"),
    text: z.string().min(1).max(most),
    emoji: z.boolean(),
  });

const slack = z.strictObject({
  text: z.string().min(1),
  mrkdwn: z.literal(false),
  unfurl_links: z.boolean(),
  unfurl_media: z.boolean(),
  blocks: z
    .array(
      z.discriminatedUnion("type", [
        z.strictObject({ type: z.literal("header"), text: slackText(150) }),
        z.strictObject({ type: z.literal("section"), text: slackText(3_000) }),
        z.strictObject({
          type: z.literal("actions"),
          elements: z
            .array(z.strictObject({ type: z.literal("button"), text: slackText(75), url: https }))
            .min(1)
            .max(25),
        }),
      ]),
    )
    .min(1)
    .max(50),
});

const teams = z.strictObject({
  type: z.literal("message"),
  attachments: z.tuple([
    z.strictObject({
      contentType: z.literal("application/vnd.microsoft.card.adaptive"),
      content: z.strictObject({
        $schema: z.literal("http://adaptivecards.io/schemas/adaptive-card.json"),
        type: z.literal("AdaptiveCard"),
        version: z.literal("1.4"),
        body: z.array(
          z.strictObject({
            type: z.literal("RichTextBlock"),
            inlines: z.array(
              z.strictObject({
                type: z.literal("TextRun"),
                text: z.string(),
                weight: z.enum(["Lighter", "Default", "Bolder"]).optional(),
                size: z.enum(["Small", "Default", "Medium", "Large", "ExtraLarge"]).optional(),
              }),
            ),
          }),
        ),
        actions: z
          .array(
            z.strictObject({ type: z.literal("Action.OpenUrl"), title: z.string(), url: https }),
          )
          .max(6)
          .optional(),
      }),
    }),
  ]),
});

/** Of HTML a paragraph reads a few marks; ours has none. */
const paragraph = z.string().refine((text) => !/[<>]|&(?!amp;|lt;|gt;)/.test(text));

const googleChat = z.strictObject({
  text: z
    .string()
    .min(1)
    .refine((text) => !/<(?:users\/|https?:)/.test(text)),
  cardsV2: z
    .array(
      z.strictObject({
        cardId: z.string().min(1),
        card: z.strictObject({
          header: z.strictObject({ title: z.string().min(1) }),
          sections: z
            .array(
              z.strictObject({
                widgets: z
                  .array(
                    z.union([
                      z.strictObject({ textParagraph: z.strictObject({ text: paragraph }) }),
                      z.strictObject({
                        buttonList: z.strictObject({
                          buttons: z.array(
                            z.strictObject({
                              text: z.string(),
                              onClick: z.strictObject({ openLink: z.strictObject({ url: https }) }),
                            }),
                          ),
                        }),
                      }),
                    ]),
                  )
                  .min(1)
                  .max(100),
              }),
            )
            .min(1),
        }),
      }),
    )
    .min(1)
    .optional(),
});

const lineWorks = z.strictObject({
  title: z.string().min(1),
  body: z.strictObject({ text: z.string().min(1) }),
});

const textsOf = (value: unknown): readonly string[] => {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) =>
    typeof one === "string" && ["text", "title"].includes(key) ? [one] : textsOf(one),
  );
};

/** By form: its schema, the most bytes it takes, and what it answers. */
const chats: Readonly<
  Record<ChatForm, { schema: z.ZodType; bytes: number; done: [number, string] }>
> = {
  slack: { schema: slack, bytes: 13_200, done: [200, "ok"] },
  teams: { schema: teams, bytes: 24_452, done: [202, ""] },
  "google-chat": { schema: googleChat, bytes: 32_000, done: [200, "{}"] },
  "line-works": {
    schema: lineWorks,
    bytes: 10_000,
    done: [200, '{"code":200,"description":"success"}'],
  },
};

/** The most bytes that the strict server of a form takes. */
export const strictBytes = (form: ChatForm): number => chats[form].bytes;

/** What a chat makes of a call. Signed ones are refused: a chat knows its caller by the address. */
export function chatVerdict(
  form: ChatForm,
  { method, contentType, body }: { method?: string; contentType?: string; body: string },
): ChatVerdict {
  const { schema, bytes, done } = chats[form];
  const refused = (text: string): ChatVerdict => ({ status: 400, text, read: [] });
  if (method !== "POST") return refused("method");
  if (!/^application\/json\b/.test(contentType ?? "")) return refused("content type");
  if (Buffer.byteLength(body) > bytes) return refused("too large");
  let read: unknown;
  try {
    read = schema.parse(JSON.parse(body));
  } catch (error) {
    return refused(String(error));
  }
  return { status: done[0], text: done[1], read: textsOf(read) };
}
