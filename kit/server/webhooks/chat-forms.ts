import { type ChatWords, fitWords, longest } from "./chat-words.ts";

/** Chats that are told by an incoming webhook. */
export const chatForms = ["slack", "teams", "google-chat", "line-works"] as const;
export type ChatForm = (typeof chatForms)[number];

/**
 * The longest body that we send, in bytes. Slack refuses some 13,200 in all, Teams 28 KB of what it
 * makes of ours (24,453 were too many), Google Chat 32,000; LINE WORKS names no limit.
 */
export const chatBytesMost: Readonly<Record<ChatForm, number>> = {
  slack: 12_000,
  teams: 16_384,
  "google-chat": 32_000,
  "line-works": 10_000,
};

/** What calls people or makes links in a chat's own marks, as signs that only look like it. */
const unmarked = (text: string) => text.replaceAll("<", "‹").replaceAll(">", "›");

const escaped = (text: string) =>
  text.replace(/[&<>]/g, (mark) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[mark] ?? mark);

/**
 * A message of Slack's incoming webhooks. Blocks are of the type `plain_text`, in which nothing is
 * markup and nobody is called; only the notification's text knows marks, and those are escaped.
 */
function slackBody({ title, lines, link }: ChatWords): object {
  const plain = (text: string) => ({ type: "plain_text", text, emoji: false });
  return {
    text: escaped(title),
    mrkdwn: false,
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      { type: "header", text: plain(title) },
      ...(lines.length === 0 ? [] : [{ type: "section", text: plain(lines.join("\n")) }]),
      ...(link === undefined
        ? []
        : [
            {
              type: "actions",
              elements: [{ type: "button", text: plain(link.label), url: link.url }],
            },
          ]),
    ],
  };
}

/**
 * An Adaptive Card for the workflow of a Teams channel. Text stands in text runs, which unlike text
 * blocks know no Markdown.
 */
function teamsBody({ title, lines, link }: ChatWords): object {
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
            runs(title, { weight: "Bolder", size: "Medium" }),
            ...lines.map((line) => runs(line)),
          ],
          ...(link === undefined
            ? {}
            : { actions: [{ type: "Action.OpenUrl", title: link.label, url: link.url }] }),
        },
      },
    ],
  };
}

/**
 * A card of Google Chat, and the text that its notification shows. The card's paragraphs read some
 * HTML, so that a stranger's is escaped; the text has no escape, so that its brackets are others.
 */
function googleBody({ title, lines, link }: ChatWords): object {
  const widgets = [
    ...lines.map((line) => ({ textParagraph: { text: escaped(line) } })),
    ...(link === undefined
      ? []
      : [
          {
            buttonList: {
              buttons: [{ text: link.label, onClick: { openLink: { url: link.url } } }],
            },
          },
        ]),
  ];
  const text = unmarked(title);
  if (widgets.length === 0) return { text };
  return {
    text,
    cardsV2: [{ cardId: "news", card: { header: { title }, sections: [{ widgets }] } }],
  };
}

/** A message of LINE WORKS' incoming webhooks: plain text, in which an address is a link. */
const lineWorksBody = ({ title, lines, link }: ChatWords): object => ({
  title,
  body: { text: [...lines, ...(link === undefined ? [] : [link.url])].join("\n") || title },
});

const bodies: Readonly<Record<ChatForm, (words: ChatWords) => object>> = {
  slack: slackBody,
  teams: teamsBody,
  "google-chat": googleBody,
  "line-works": lineWorksBody,
};

/** The body of a message, which keeps the limits of its form and of what people read. */
export function chatBody(
  form: ChatForm,
  words: ChatWords,
  limits: { readonly characters?: number; readonly bytes?: number } = {},
): string {
  const { bytes = chatBytesMost[form] } = limits;
  const written = (some: ChatWords) => JSON.stringify(bodies[form](some));
  const fitting = fitWords(words, limits.characters);
  return written(longest(fitting, (some) => Buffer.byteLength(written(some)) <= bytes));
}
