/** What the payment company's fields say of a card without saying the card. */
export interface CardToken {
  /** Good once, for some minutes; names the card to the company and to nobody else. */
  readonly token: string;
  readonly brand: string;
  readonly last4: string;
}

/**
 * Why the fields gave no token. `invalid_fields` and `not_a_test_card` are shown beside the
 * fields, in their own frame.
 */
export const fieldsErrorCodes = [
  "invalid_fields",
  "not_a_test_card",
  "key",
  "network",
  "company",
] as const;

export type FieldsErrorCode = (typeof fieldsErrorCodes)[number];

export type MessageFromFields =
  | { readonly type: "ready" | "height"; readonly height: number }
  | { readonly type: "state"; readonly complete: boolean }
  | { readonly type: "enter" }
  | ({ readonly type: "token"; readonly requestId: string } & CardToken)
  | { readonly type: "error"; readonly requestId: string; readonly code: FieldsErrorCode };

export type MessageToFields =
  | { readonly type: "submit"; readonly requestId: string }
  | { readonly type: "focus" }
  | { readonly type: "locale"; readonly locale: "ja" | "en" }
  | {
      readonly type: "theme";
      readonly theme: "light" | "dark";
      readonly appearance?: Readonly<Record<string, string | number>>;
    };

/** Taller than any honest form of five fields: a broken frame must not swallow the page. */
const tallest = 2_000;

const isText = (value: unknown): value is string =>
  typeof value === "string" && value !== "" && value.length <= 300;

function isHeight(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) > 0 && Number(value) <= tallest;
}

/**
 * Reads a message that came from the fields' exact origin and window. Another company's page is
 * on the other side, so whatever is not of the protocol is undefined, never trusted.
 */
export function readMessageFromFields(data: unknown): MessageFromFields | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const message = data as Readonly<Record<string, unknown>>;
  const { type, height, complete, requestId, token, brand, last4, code } = message;
  switch (type) {
    case "ready":
    case "height":
      return isHeight(height) ? { type, height } : undefined;
    case "state":
      return typeof complete === "boolean" ? { type, complete } : undefined;
    case "enter":
      return { type };
    case "token":
      return isText(requestId) && isText(token) && isText(brand) && isLast4(last4)
        ? { type, requestId, token, brand, last4 }
        : undefined;
    case "error": {
      const known = fieldsErrorCodes.find((one) => one === code);
      return isText(requestId) && known ? { type, requestId, code: known } : undefined;
    }
    default:
      return undefined;
  }
}

function isLast4(value: unknown): value is string {
  return typeof value === "string" && /^\d{4}$/.test(value);
}
