/** Where an invoice stands, as people and applications see it; one that was given up can be paid. */
export const invoiceStates = ["open", "paid", "void", "uncollectible"] as const;
