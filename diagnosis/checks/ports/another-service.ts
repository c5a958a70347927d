/** What answers on a watched port is another service than the port's number says: named, not judged. */
export const anotherService = { state: "info", severity: "info" } as const;

/** A watched port accepts connections, and nothing that came back says what listens there. */
export const unidentifiedService = { state: "warn", severity: "medium" } as const;
