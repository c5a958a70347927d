/** Where a member stands. */
export const standings = ["active", "unfinished", "suspended", "leaving", "closed"] as const;

/** Where a contract stands. */
export const contractStates = ["trial", "active", "cancelling", "suspended", "ended"] as const;

/** Where an invoice stands; one that was given up can be paid. */
export const invoiceStates = ["open", "paid", "void", "uncollectible"] as const;
