import { z } from "zod";

/** A value in a list of details; with an address it is a link. */
export type DetailValue = string | { readonly text: string; readonly url: string };

/** One piece of a mail, in reading order. */
export type Block =
  | { readonly kind: "paragraph"; readonly text: string }
  /** What somebody types on a page, in large figures. */
  | { readonly kind: "code"; readonly text: string }
  /** The first one is what the mail is for, and its only button. */
  | { readonly kind: "link"; readonly label: string; readonly url: string }
  | { readonly kind: "details"; readonly rows: readonly (readonly [string, DetailValue])[] }
  /** What matters to few, such as what to do if it was somebody else. */
  | { readonly kind: "note"; readonly text: string };

export const paragraph = (text: string): Block => ({ kind: "paragraph", text });
export const code = (text: string): Block => ({ kind: "code", text });
export const link = (label: string, url: string): Block => ({ kind: "link", label, url });
export const details = (rows: readonly (readonly [string, DetailValue])[]): Block => ({
  kind: "details",
  rows,
});
export const note = (text: string): Block => ({ kind: "note", text });

const detailValueSchema = z.union([z.string(), z.object({ text: z.string(), url: z.string() })]);

/** A piece of a mail as it is read from the queue. */
export const blockSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.enum(["paragraph", "code", "note"]), text: z.string() }),
  z.object({ kind: z.literal("link"), label: z.string(), url: z.string() }),
  z.object({
    kind: z.literal("details"),
    rows: z.array(z.tuple([z.string(), detailValueSchema])),
  }),
]) satisfies z.ZodType<Block>;
