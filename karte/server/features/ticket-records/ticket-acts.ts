/** What is to be done in a ticket system, as the numbers in the table. */
export const actCode = { create: 1, close: 2, "reopen-still": 3, "reopen-back": 4 } as const;

export type TicketAct = keyof typeof actCode;

/** @throws Error for a number that stands for nothing. */
export function actOf(code: number): TicketAct {
  const found = (Object.keys(actCode) as TicketAct[]).find((act) => actCode[act] === code);
  if (found === undefined) throw new Error(`No act for the code ${code}.`);
  return found;
}
