import { cardBrands } from "@sekimori/portal-contract/card-brands";
import type {
  Stripe,
  StripeCardCvcElement,
  StripeCardExpiryElement,
  StripeCardNumberElement,
  StripeElements,
} from "@stripe/stripe-js";
import { fieldsAppearance } from "./appearance.ts";
import { FieldsError } from "./fields-host.ts";
import type { CardToken, FieldsErrorCode } from "./fields-messages.ts";
import { loadFieldsScript } from "./load-fields-script.ts";

/** The company's fields, by our names. */
export const scriptedFields = ["number", "expiry", "code"] as const;
export type ScriptedField = (typeof scriptedFields)[number];

type AnyElement = StripeCardNumberElement | StripeCardExpiryElement | StripeCardCvcElement;

/** What is to be said of a field; `brand` and `missing` in our words, anything else in theirs. */
export type FieldProblem = "brand" | "missing" | { readonly sentence: string };

export interface MountedFields {
  setLocale(locale: "ja" | "en"): void;
  /** Takes over our colours as they are now. */
  restyle(): void;
  focus(field: ScriptedField): void;
  /** @throws FieldsError */
  submit(holder: string): Promise<CardToken>;
  /** Fields that are not complete, in their order. */
  incomplete(): ScriptedField[];
  unmount(): void;
}

interface MountOptions {
  readonly scriptUrl: string;
  readonly publishableKey: string;
  readonly locale: "ja" | "en";
  readonly places: Readonly<Record<ScriptedField, HTMLElement>>;
  readonly onProblem: (field: ScriptedField, problem: FieldProblem | undefined) => void;
  readonly onFocus: (field: ScriptedField | undefined) => void;
}

/** Our looks in the terms of the company's style options; edges and corners are our own. */
function style() {
  const { text, quiet, danger } = fieldsAppearance();
  return {
    base: {
      color: String(text),
      iconColor: String(quiet),
      fontSize: "16px",
      lineHeight: "28px",
      fontFamily:
        '-apple-system, "Segoe UI", "Hiragino Sans", "Noto Sans JP", "Noto Sans CJK JP", sans-serif',
      "::placeholder": { color: String(quiet) },
    },
    invalid: { color: String(danger), iconColor: String(danger) },
  };
}

const codes: Readonly<Record<string, FieldsErrorCode>> = {
  validation_error: "invalid_fields",
  card_error: "invalid_fields",
  api_connection_error: "network",
  authentication_error: "key",
  invalid_request_error: "key",
};

async function create(options: MountOptions): Promise<Stripe> {
  await loadFieldsScript(options.scriptUrl);
  const { Stripe: open } = window;
  if (!open) throw new FieldsError("company");
  return open(options.publishableKey, { locale: options.locale });
}

function createElements(elements: StripeElements): Readonly<Record<ScriptedField, AnyElement>> {
  return {
    number: elements.create("cardNumber", { style: style(), showIcon: true, disableLink: true }),
    expiry: elements.create("cardExpiry", { style: style() }),
    code: elements.create("cardCvc", { style: style() }),
  };
}

/**
 * Puts the company's fields into places of our page. What is typed there is in frames of the
 * company's own; only a token and the card's last digits come out.
 *
 * @throws FieldsError, or what the script threw, when it does not come
 */
export async function mountFields(options: MountOptions): Promise<MountedFields> {
  const { places, onProblem, onFocus } = options;
  const stripe = await create(options);
  const elements = stripe.elements({ locale: options.locale });
  const made = createElements(elements);
  const complete = new Set<ScriptedField>();
  let isAccepted = true;
  const ready = scriptedFields.map((field) => {
    const element = made[field] as StripeCardNumberElement;
    element.on("change", ({ complete: isComplete, error, brand }) => {
      if (field === "number") {
        isAccepted = brand === "unknown" || cardBrands.some((known) => known === brand);
      }
      if (isComplete) complete.add(field);
      else complete.delete(field);
      if (field === "number" && !isAccepted) return onProblem(field, "brand");
      onProblem(field, error ? { sentence: error.message } : undefined);
    });
    element.on("focus", () => onFocus(field));
    element.on("blur", () => onFocus(undefined));
    return new Promise<void>((resolve, reject) => {
      element.on("ready", () => resolve());
      element.on("loaderror", () => reject(new FieldsError("network")));
      element.mount(places[field]);
    });
  });
  await Promise.all(ready);

  return {
    setLocale: (locale) => elements.update({ locale }),
    restyle() {
      for (const element of Object.values(made)) element.update({ style: style() });
    },
    focus: (field) => made[field].focus(),
    incomplete: () =>
      scriptedFields.filter((field) => !complete.has(field) || (field === "number" && !isAccepted)),
    async submit(holder) {
      const { paymentMethod, error } = await stripe.createPaymentMethod({
        type: "card",
        card: made.number as StripeCardNumberElement,
        billing_details: { name: holder },
      });
      if (paymentMethod) {
        const { brand = "", last4 = "" } = paymentMethod.card ?? {};
        return { token: paymentMethod.id, brand, last4 };
      }
      const code = codes[error?.type ?? ""] ?? "company";
      if (code === "invalid_fields") onProblem("number", { sentence: error?.message ?? "" });
      throw new FieldsError(code);
    },
    unmount() {
      for (const element of Object.values(made)) element.destroy();
    },
  };
}
