import { tokyoMonth } from "@sekimori/kit-contract/tokyo";
import { brandRules, detectBrand, passesLuhn } from "../cards/card-number.ts";

/** The five fields, in the order they stand on the form (specification 5, "Payment card"). */
export const cardFields = [
  "number",
  "expiryMonth",
  "expiryYear",
  "securityCode",
  "holder",
] as const;

export type CardField = (typeof cardFields)[number];

export type CardInput = Readonly<Record<CardField, string>>;

/** Why a field cannot be accepted; each reason has a sentence in both languages. */
export type CardProblem =
  | "required"
  | "number_format"
  | "number_brand"
  | "number_length"
  | "number_check"
  | "month"
  | "year"
  | "expired"
  | "security_code"
  | "holder";

export type CardProblems = Partial<Record<CardField, CardProblem>>;

export const holderMaxLength = 45;

/** Anything a Japanese or English keyboard produces between groups of digits. */
const separators = /[\s\-‐‑‒–—―−ーｰ]/gu;

/**
 * What a person typed, as the company stores it: full-width characters become half-width, and
 * separators go from the digit fields. Unknown characters stay, so that validation can name them.
 */
export function normaliseCardField(field: CardField, typed: string): string {
  if (field === "holder") {
    return typed.normalize("NFKC").replace(/\s+/g, " ").trim().toUpperCase();
  }
  // The prolonged sound mark is removed first: NFKC would turn the half-width one into it.
  return typed.replace(separators, "").normalize("NFKC").replace(separators, "");
}

export function normaliseCard(input: CardInput): CardInput {
  return {
    number: normaliseCardField("number", input.number),
    expiryMonth: normaliseCardField("expiryMonth", input.expiryMonth),
    expiryYear: normaliseCardField("expiryYear", input.expiryYear),
    securityCode: normaliseCardField("securityCode", input.securityCode),
    holder: normaliseCardField("holder", input.holder),
  };
}

/** "27" and "2027" are the same year; undefined for anything that is not a year of this century. */
export function parseYear(digits: string): number | undefined {
  if (/^\d{2}$/.test(digits)) return 2000 + Number(digits);
  return /^20\d{2}$/.test(digits) ? Number(digits) : undefined;
}

export function parseMonth(digits: string): number | undefined {
  const month = /^\d{1,2}$/.test(digits) ? Number(digits) : 0;
  return month >= 1 && month <= 12 ? month : undefined;
}

/** Cards are good until the last moment of their month in Japan, where this company sits. */
export function isExpired(month: number, year: number, now: Date): boolean {
  return `${year}-${String(month).padStart(2, "0")}` < tokyoMonth(now);
}

/** No issuer prints a card that lasts longer. */
const longestValidityYears = 20;

function numberProblem(number: string): CardProblem | undefined {
  if (number === "") return "required";
  if (!/^\d+$/.test(number)) return "number_format";
  const brand = detectBrand(number);
  if (brand === undefined) return "number_brand";
  if (!brandRules[brand].lengths.includes(number.length)) return "number_length";
  return passesLuhn(number) ? undefined : "number_check";
}

function securityCodeProblem(code: string, number: string): CardProblem | undefined {
  if (code === "") return "required";
  const brand = detectBrand(number);
  const length = brand === undefined ? undefined : brandRules[brand].securityCodeLength;
  const fits =
    length === undefined ? /^\d{3,4}$/.test(code) : /^\d+$/.test(code) && code.length === length;
  return fits ? undefined : "security_code";
}

function holderProblem(holder: string): CardProblem | undefined {
  if (holder === "") return "required";
  const printable = /^[A-Z][A-Z .,'/-]*$/.test(holder) && holder.length <= holderMaxLength;
  return printable ? undefined : "holder";
}

/**
 * Every problem of a normalised card. The same function runs in the fields page, for the person,
 * and in the company's API, for safety.
 */
export function validateCard(card: CardInput, now: Date): CardProblems {
  const month = parseMonth(card.expiryMonth);
  const year = parseYear(card.expiryYear);
  const thisYear = now.getUTCFullYear();
  const found: Record<CardField, CardProblem | undefined> = {
    number: numberProblem(card.number),
    expiryMonth: card.expiryMonth === "" ? "required" : month === undefined ? "month" : undefined,
    expiryYear:
      card.expiryYear === ""
        ? "required"
        : year === undefined || year > thisYear + longestValidityYears
          ? "year"
          : undefined,
    securityCode: securityCodeProblem(card.securityCode, card.number),
    holder: holderProblem(card.holder),
  };
  if (month !== undefined && year !== undefined && isExpired(month, year, now)) {
    // A past year is the year's fault; a past month of this year the month's.
    found[year < thisYear ? "expiryYear" : "expiryMonth"] = "expired";
  }
  const problems: CardProblems = {};
  for (const field of cardFields) {
    const problem = found[field];
    if (problem !== undefined) problems[field] = problem;
  }
  return problems;
}
