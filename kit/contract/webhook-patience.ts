/** A receiver of webhooks at which nothing has arrived for so long is no longer called. */
export const webhookPatienceDays = 5;
