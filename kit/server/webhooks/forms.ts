import { chatBody, chatForms } from "./chat-forms.ts";
import type { ChatWords } from "./chat-words.ts";

/** In which form a receiver wants to be told: a program's, or that of a chat. */
export const webhookForms = ["standard", ...chatForms] as const;

export type WebhookForm = (typeof webhookForms)[number];

/** Something that happened: for machines as `data`, for a chat as words. */
export interface WebhookEvent {
  /** "finding.opened": what receivers subscribe to. */
  readonly type: string;
  /** Facts, as JSON. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly words: ChatWords;
}

/** An event whose words are each receiver's own, by whoever added it. */
export type WebhookNews = Omit<WebhookEvent, "words"> & {
  readonly words: ChatWords | ((createdBy: string | null) => ChatWords);
};

export const newsFor = (
  { words, ...event }: WebhookNews,
  createdBy: string | null,
): WebhookEvent => ({
  ...event,
  words: typeof words === "function" ? words(createdBy) : words,
});

/** The body that is sent for an event. */
export function webhookBody(form: WebhookForm, event: WebhookEvent, at: Date): string {
  if (form !== "standard") return chatBody(form, event.words);
  return JSON.stringify({ type: event.type, timestamp: at.toISOString(), data: event.data });
}
