/** What the stand-in does with a card, decided by its number alone. */
export interface TestCard {
  readonly brand: "visa" | "mastercard" | "jcb" | "amex" | "diners" | "unionpay";
  /** Keeping it is declined with this code. */
  readonly setupDecline?: string;
  /** Keeping it asks for 3-D Secure. */
  readonly isChallenged?: boolean;
  /** Charging it without its holder is declined with this code. */
  readonly chargeDecline?: string;
}

/**
 * The company's own published test numbers, where it has one for a behaviour; those that end in
 * five zeros and a check digit are ours, for what it has no number for.
 */
export const testCards: Readonly<Record<string, TestCard>> = {
  "4242424242424242": { brand: "visa" },
  "5555555555554444": { brand: "mastercard" },
  "3566002020360505": { brand: "jcb" },
  "378282246310005": { brand: "amex" },
  "3056930009020004": { brand: "diners" },
  "6200000000000005": { brand: "unionpay" },
  "4000002500003155": { brand: "visa", isChallenged: true },
  "4000002760003184": {
    brand: "visa",
    isChallenged: true,
    chargeDecline: "authentication_required",
  },
  "4000000000000002": { brand: "visa", setupDecline: "generic_decline" },
  "4000000000000069": { brand: "visa", setupDecline: "expired_card" },
  "4000000000000119": { brand: "visa", setupDecline: "processing_error" },
  "4000000000000341": { brand: "visa", chargeDecline: "generic_decline" },
  "4000000000000010": { brand: "visa", chargeDecline: "lost_card" },
  "4000000000000028": { brand: "visa", chargeDecline: "authentication_required" },
  "4000000000000036": { brand: "visa", chargeDecline: "processing_error" },
};

/** Codes that stand as the error's own code; all others are decline codes of `card_declined`. */
export const ownCodes = new Set(["expired_card", "processing_error", "authentication_required"]);
