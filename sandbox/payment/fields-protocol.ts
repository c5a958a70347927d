import * as z from "zod/mini";
import { brands } from "../cards/card-number.ts";

const fieldName = z.enum(["number", "expiryMonth", "expiryYear", "securityCode", "holder"]);
const requestId = z.string().check(z.minLength(1), z.maxLength(100));
const height = z.number().check(z.int(), z.positive());

/** A computed colour, as browsers write it; anything that could load something is refused. */
const colour = z.string().check(z.regex(/^(#[0-9a-f]{6}|rgba?\([\d., /%]{5,40}\))$/i));

/** What of a merchant's design the fields take over; absent parts keep the company's own. */
const appearance = z.object({
  text: z.optional(colour),
  quiet: z.optional(colour),
  line: z.optional(colour),
  ground: z.optional(colour),
  focus: z.optional(colour),
  danger: z.optional(colour),
  "danger-ground": z.optional(colour),
  /** Corners of the controls in CSS pixels. */
  radius: z.optional(z.number().check(z.gte(0), z.lte(24))),
});

/**
 * Messages from the fields page to the page that frames it, sent with that page's exact origin
 * as target. None of them ever carries a number, a security code or a holder's name.
 */
export const messageFromFields = z.discriminatedUnion("type", [
  /** The page listens; `height` in CSS pixels. */
  z.object({ type: z.literal("ready"), height }),
  z.object({ type: z.literal("height"), height }),
  /** Whether a submit would pass; `invalid` lists fields that are empty or wrong. */
  z.object({ type: z.literal("state"), complete: z.boolean(), invalid: z.array(fieldName) }),
  /** Enter was pressed in a field; the framing page may treat it as its own submit. */
  z.object({ type: z.literal("enter") }),
  /** The answer to a submit. `token` is good once, for 15 minutes. */
  z.object({
    type: z.literal("token"),
    requestId,
    token: z.string(),
    brand: z.enum(brands),
    last4: z.string().check(z.regex(/^\d{4}$/)),
    expiryMonth: z.number(),
    expiryYear: z.number(),
  }),
  /**
   * The other answer to a submit. `invalid_fields`: the page shows what is wrong and has moved
   * the focus there. `not_a_test_card`: shown at the number. `key`: the publishable key is not
   * accepted. `network`: the company did not answer. `company`: it answered with a fault.
   */
  z.object({
    type: z.literal("error"),
    requestId,
    code: z.enum(["invalid_fields", "not_a_test_card", "key", "network", "company"]),
    fields: z.array(fieldName),
  }),
]);

/** Messages that the fields page obeys, from the framing page's exact origin only. */
export const messageToFields = z.discriminatedUnion("type", [
  z.object({ type: z.literal("submit"), requestId }),
  /** Move the focus to the first field, or to the first one with an error. */
  z.object({ type: z.literal("focus") }),
  /** Change the language; what was typed stays. */
  z.object({ type: z.literal("locale"), locale: z.enum(["ja", "en"]) }),
  /** How the framing page looks: `surface` is the colour of what the frame lies on. */
  z.object({
    type: z.literal("theme"),
    theme: z.enum(["light", "dark"]),
    surface: z.optional(z.string().check(z.regex(/^#[0-9a-f]{6}$/i))),
    appearance: z.optional(appearance),
  }),
]);

export type MessageFromFields = z.infer<typeof messageFromFields>;
export type MessageToFields = z.infer<typeof messageToFields>;
export type FieldsAppearance = z.infer<typeof appearance>;
