import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Lock, MemberView } from "@sekimori/console-contract/endpoints/members";

export const openWords: Readonly<Record<MemberView["open"][number]["kind"], MessageDescriptor>> = {
  inquiry: msg`Inquiry to the member`,
  "email-change": msg`Change of email address`,
  "copy-of-data": msg`Copy of their data`,
  refund: msg`Refund`,
  dispute: msg`Dispute at the bank`,
};

export const factorWords: Readonly<
  Record<MemberView["access"]["ways"][number], MessageDescriptor>
> = {
  passkey: msg`passkey`,
  app: msg`authenticator app`,
  "recovery-code": msg`recovery codes`,
  email: msg`code by email`,
};

export const lockWords: Readonly<Record<Lock["of"], MessageDescriptor>> = {
  passwords: msg`Wrong passwords`,
  "second-factors": msg`Wrong second factors`,
  "code-mails": msg`Emails with codes`,
};

export const placeWords: Readonly<Record<Lock["from"], MessageDescriptor>> = {
  "known-browser": msg`a browser used before`,
  network: msg`one network`,
  "unknown-browsers": msg`unknown browsers`,
};

type Money = MemberView["money"];

export const contractStateWords: Readonly<
  Record<NonNullable<Money["contract"]>["state"], MessageDescriptor>
> = {
  trial: msg`free trial`,
  active: msg`active`,
  cancelling: msg`ends`,
  suspended: msg`suspended`,
  ended: msg`ended`,
};

type Parked = NonNullable<Money["parked"]>["reason"];

/** What follows when billing goes on. */
export const afterReleaseWords: Readonly<Record<Parked, MessageDescriptor>> = {
  "missed-months": msg`This bills the missed months in order, one a day.`,
  "unknown-charge": msg`This treats the charge as never made and charges again. First make sure the payment company doesn't list it.`,
  "unknown-refund": msg`This treats the refund as never made. Request it again afterwards. First make sure the payment company doesn't list it.`,
  "broken-books": msg`The contract is billed again as usual.`,
  "refused-request": msg`The contract is billed again as usual.`,
  operator: msg`The contract is billed again as usual.`,
};

export const invoiceStateWords: Readonly<
  Record<Money["invoices"][number]["state"], MessageDescriptor>
> = {
  open: msg`Unpaid`,
  paid: msg`Paid`,
  void: msg`Void`,
  uncollectible: msg`Uncollectible`,
};
