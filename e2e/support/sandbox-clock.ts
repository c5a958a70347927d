async function post(sandbox: string, body: object): Promise<void> {
  const response = await fetch(`${sandbox}/clock`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`The clock answered ${response.status}.`);
}

/**
 * Moves everybody's time for as long as `during` lasts, then puts it back.
 *
 * @param sandbox of a product of one's own: nobody else's journey would survive it
 */
export async function withClockAdvanced(
  ms: number,
  during: () => Promise<void>,
  sandbox: string,
): Promise<void> {
  await post(sandbox, { advance: ms });
  try {
    await during();
  } finally {
    await post(sandbox, { reset: true });
  }
}

/**
 * Puts everybody's time to a day and hour in Tokyo, for good.
 *
 * @param moment as 2027-01-01T00:15
 */
export function setClock(sandbox: string, moment: string): Promise<void> {
  return post(sandbox, { set: moment });
}
