import { brandRules, detectBrand, groupedNumber } from "../cards/card-number.ts";
import {
  type CardField,
  type CardInput,
  type CardProblems,
  cardFields,
  normaliseCard,
  normaliseCardField,
  validateCard,
} from "../payment/card-form.ts";
import type { FieldsConfiguration } from "../payment/fields/fields-page.ts";
import {
  complaintSentence,
  type FieldComplaint,
  fieldHints,
  fieldLabels,
  fieldsText,
} from "../payment/fields/fields-text.ts";
import {
  type FieldsAppearance,
  type MessageFromFields,
  messageToFields,
} from "../payment/fields-protocol.ts";
import { requestToken } from "./request-token.ts";

function find<E extends Element>(selector: string, kind: new () => E): E {
  const found = document.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`The page has no ${selector}.`);
  return found;
}

const configuration = JSON.parse(
  find("#configuration", HTMLScriptElement).textContent ?? "",
) as FieldsConfiguration;
const form = find("#card", HTMLFormElement);
const brandMark = find("#brand", HTMLElement);
const inputOf = (field: CardField) => find(`#${field}`, HTMLInputElement);

let locale = configuration.locale;
let submitting = false;
/** Complaints are shown for a field once the person has left it or a submit was tried. */
const left = new Set<CardField>();
/** What only the company knows; forgotten when the number changes. */
let refusedNumber: string | undefined;

/** The company's clock, which may have been moved, ticking on from when the page was made. */
const loadedAt = performance.now();
const now = () => new Date(configuration.now + performance.now() - loadedAt);

function tell(message: MessageFromFields): void {
  parent.postMessage(message, configuration.parentOrigin);
}

function typedCard(): CardInput {
  const typed = (field: CardField) => inputOf(field).value;
  return normaliseCard({
    number: typed("number"),
    expiryMonth: typed("expiryMonth"),
    expiryYear: typed("expiryYear"),
    securityCode: typed("securityCode"),
    holder: typed("holder"),
  });
}

function complaintAbout(
  field: CardField,
  problems: CardProblems,
  card: CardInput,
): FieldComplaint | undefined {
  if (field === "number" && card.number === refusedNumber) return "not_a_test_card";
  return problems[field];
}

function showComplaint(field: CardField, complaint: FieldComplaint | undefined): void {
  const input = inputOf(field);
  const place = find(`#${field}-error`, HTMLElement);
  const sentence =
    complaint === undefined
      ? ""
      : `${fieldsText.error[locale]}${complaintSentence(field, complaint, locale)}`;
  if (place.textContent !== sentence) place.textContent = sentence;
  place.hidden = complaint === undefined;
  if (complaint === undefined) input.removeAttribute("aria-invalid");
  else input.setAttribute("aria-invalid", "true");
}

let toldState = "";

/** Brings the page in line with what was typed and tells the parent if the state is new. */
function refresh(): CardField[] {
  const card = typedCard();
  const problems = validateCard(card, now());
  const brand = detectBrand(card.number);
  const name = brand === undefined ? "" : brandRules[brand].name;
  if (brandMark.textContent !== name) brandMark.textContent = name;
  for (const mark of document.querySelectorAll("[data-mark]")) {
    // Any digit typed needs the room; only the brand it names stays.
    const shown = mark.getAttribute("data-mark") === brand;
    mark.toggleAttribute("hidden", !shown);
  }
  const invalid = cardFields.filter((field) => {
    const complaint = complaintAbout(field, problems, card);
    showComplaint(field, left.has(field) ? complaint : undefined);
    return complaint !== undefined;
  });
  const state = invalid.join();
  if (state !== toldState) {
    toldState = state;
    tell({ type: "state", complete: invalid.length === 0, invalid });
  }
  return invalid;
}

function focusFirst(fields: readonly CardField[]): void {
  inputOf(fields[0] ?? "number").focus();
}

async function submit(requestId: string): Promise<void> {
  // A second submit while one is under way would spend a second token on the same card.
  if (submitting) return;
  for (const field of cardFields) left.add(field);
  const invalid = refresh();
  if (invalid.length > 0) {
    focusFirst(invalid);
    tell({ type: "error", requestId, code: "invalid_fields", fields: invalid });
    return;
  }
  submitting = true;
  for (const field of cardFields) inputOf(field).readOnly = true;
  const card = typedCard();
  const answer = await requestToken(configuration.key, card);
  for (const field of cardFields) inputOf(field).readOnly = false;
  submitting = false;
  if ("token" in answer) {
    tell({ type: "token", requestId, ...answer });
    return;
  }
  if (answer.code === "not_a_test_card") refusedNumber = card.number;
  refresh();
  if (answer.fields.length > 0) focusFirst(answer.fields);
  tell({ type: "error", requestId, ...answer });
}

function speak(next: "ja" | "en"): void {
  locale = next;
  document.documentElement.lang = next;
  document.title = fieldsText.title[next];
  find("[data-title]", HTMLElement).textContent = fieldsText.title[next];
  for (const field of cardFields) {
    const block = `[data-field="${field}"]`;
    find(`${block} [data-label]`, HTMLElement).textContent = fieldLabels[field][next];
    find(`${block} [data-hint]`, HTMLElement).textContent = fieldHints[field][next];
    find(`${block} [data-required]`, HTMLElement).textContent = fieldsText.required[next];
  }
  refresh();
}

/** The appearance's parts are custom properties of the stylesheet by the same names. */
function wearAppearance(appearance: FieldsAppearance): void {
  for (const [name, value] of Object.entries(appearance)) {
    const text = typeof value === "number" ? `${value}px` : value;
    document.documentElement.style.setProperty(`--${name}`, text ?? null);
  }
}

function wear(theme: "light" | "dark", surface: string | undefined): void {
  const root = document.documentElement;
  root.dataset.theme = theme;
  if (surface === undefined) root.style.removeProperty("--surface");
  else root.style.setProperty("--surface", surface);
  find('meta[name="color-scheme"]', HTMLMetaElement).content = theme;
}

addEventListener("message", (event) => {
  if (event.source !== parent || event.origin !== configuration.parentOrigin) return;
  const message = messageToFields.safeParse(event.data);
  if (!message.success) return;
  switch (message.data.type) {
    case "submit":
      void submit(message.data.requestId);
      break;
    case "focus":
      focusFirst(cardFields.filter((field) => inputOf(field).ariaInvalid === "true"));
      break;
    case "locale":
      speak(message.data.locale);
      break;
    case "theme":
      wear(message.data.theme, message.data.surface);
      wearAppearance(message.data.appearance ?? {});
      break;
  }
});

/** As the field shows it: a number in its groups, everything else as the company stores it. */
function shownAs(field: CardField, typed: string): string {
  const clean = normaliseCardField(field, typed);
  return field === "number" ? groupedNumber(clean) : clean;
}

/** Rewrites what was typed and keeps the caret behind the same digit. */
function rewrite(field: CardField): void {
  const input = inputOf(field);
  const shown = shownAs(field, input.value);
  if (shown === input.value) return;
  const before = normaliseCardField(field, input.value.slice(0, input.selectionStart ?? 0)).length;
  input.value = shown;
  if (document.activeElement !== input) return;
  let caret = 0;
  for (let digits = 0; caret < shown.length && digits < before; caret += 1) {
    if (shown[caret] !== " ") digits += 1;
  }
  input.setSelectionRange(caret, caret);
}

/** Nothing more can follow in the field: it is right, and as long as it may be. */
function isFull(field: CardField): boolean {
  const card = typedCard();
  const complete = validateCard(card, now())[field] === undefined;
  const brand = detectBrand(card.number);
  switch (field) {
    case "number":
      return complete;
    case "expiryMonth":
      return complete && (card.expiryMonth.length === 2 || Number(card.expiryMonth) > 1);
    case "expiryYear":
      // "20" may be the beginning of a year.
      return complete && (card.expiryYear.length === 4 || !card.expiryYear.startsWith("20"));
    case "securityCode":
      return complete && brand !== undefined;
    case "holder":
      return false;
  }
}

/** A field that has just been filled by typing hands the focus on, unless the next is filled. */
function handOn(field: CardField, event: Event): void {
  const input = inputOf(field);
  const isTyping = event instanceof InputEvent && event.inputType === "insertText";
  if (!isTyping || input.selectionEnd !== input.value.length || !isFull(field)) return;
  const next = cardFields[cardFields.indexOf(field) + 1];
  if (next !== undefined && inputOf(next).value === "") inputOf(next).focus();
}

for (const field of cardFields) {
  const input = inputOf(field);
  input.addEventListener("input", (event) => {
    // While an input method composes, changing the value would break the composition.
    const composing = event instanceof InputEvent && event.isComposing;
    if (field !== "holder" && !composing) rewrite(field);
    refresh();
    if (!composing) handOn(field, event);
  });
  input.addEventListener("compositionend", () => {
    if (field !== "holder") rewrite(field);
    refresh();
  });
  input.addEventListener("blur", () => {
    rewrite(field);
    if (input.value !== "") left.add(field);
    refresh();
  });
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    tell({ type: "enter" });
  });
}
form.addEventListener("submit", (event) => event.preventDefault());

wear(configuration.theme, configuration.surface);
const height = () => Math.ceil(document.documentElement.getBoundingClientRect().height);
tell({ type: "ready", height: height() });
refresh();
new ResizeObserver(() => tell({ type: "height", height: height() })).observe(
  document.documentElement,
);
