/** In which form a receiver wants to be told. */
export type WebhookForm = "standard" | "slack" | "teams";

export const webhookForms = ["standard", "slack", "teams"] as const;

/** What a chat says of an event. */
interface WebhookWords {
  readonly title: string;
  /** May hold a stranger's text: no form lets it be more than text. */
  readonly lines: readonly string[];
  readonly link?: { readonly label: string; readonly url: string };
}

/** Something that happened: for machines as `data`, for a chat as words. */
export interface WebhookEvent {
  /** "finding.opened": what receivers subscribe to. */
  readonly type: string;
  /** Facts, as JSON. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly words: WebhookWords;
}

/** An event whose words are each receiver's own, by whoever added it. */
export type WebhookNews = Omit<WebhookEvent, "words"> & {
  readonly words: WebhookWords | ((createdBy: string | null) => WebhookWords);
};

export const newsFor = (
  { words, ...event }: WebhookNews,
  createdBy: string | null,
): WebhookEvent => ({
  ...event,
  words: typeof words === "function" ? words(createdBy) : words,
});

/** Slack's limits for a header and for the text of a section. */
const slackTitle = 150;
const slackText = 3_000;

const cut = (text: string, most: number) =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text;

/**
 * A message of Slack's incoming webhooks. Blocks are of the type `plain_text`, in which nothing is
 * markup and nobody is called; only the notification's text knows marks, and those are escaped.
 */
function slackBody({ words }: WebhookEvent): object {
  const plain = (text: string) => ({ type: "plain_text", text, emoji: false });
  const escaped = words.title.replace(
    /[&<>]/g,
    (mark) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[mark] ?? mark,
  );
  return {
    text: escaped,
    mrkdwn: false,
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      { type: "header", text: plain(cut(words.title, slackTitle)) },
      ...(words.lines.length === 0
        ? []
        : [{ type: "section", text: plain(cut(words.lines.join("\n"), slackText)) }]),
      ...(words.link === undefined
        ? []
        : [
            {
              type: "actions",
              elements: [{ type: "button", text: plain(words.link.label), url: words.link.url }],
            },
          ]),
    ],
  };
}

/**
 * An Adaptive Card for the webhook of a Teams channel. Text stands in text runs, which unlike text
 * blocks know no Markdown.
 */
function teamsBody({ words }: WebhookEvent): object {
  const runs = (text: string, style: object = {}) => ({
    type: "RichTextBlock",
    inlines: [{ type: "TextRun", text, ...style }],
  });
  return {
    type: "message",
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        content: {
          $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
          type: "AdaptiveCard",
          version: "1.4",
          body: [
            runs(words.title, { weight: "Bolder", size: "Medium" }),
            ...words.lines.map((line) => runs(line)),
          ],
          ...(words.link === undefined
            ? {}
            : {
                actions: [{ type: "Action.OpenUrl", title: words.link.label, url: words.link.url }],
              }),
        },
      },
    ],
  };
}

/** The body that is sent for an event. */
export function webhookBody(form: WebhookForm, event: WebhookEvent, at: Date): string {
  switch (form) {
    case "standard":
      return JSON.stringify({ type: event.type, timestamp: at.toISOString(), data: event.data });
    case "slack":
      return JSON.stringify(slackBody(event));
    case "teams":
      return JSON.stringify(teamsBody(event));
  }
}
