import type { CardRegistered } from "../payment/card-registered.ts";

/** A sign-up that waited for a card moves on to its agreement. */
export const advancePaymentStep: CardRegistered = async (tx, { accountId }) => {
  await tx
    .updateTable("portal.sign_up_flow")
    .set({ step: "agreement" })
    .where("account_id", "=", accountId)
    .where("step", "=", "payment")
    .execute();
};
