// What the operator's commands do with money and notices; they need the database and no settings.
// biome-ignore lint/performance/noBarrelFile: this file is the entry of a subpath export.
export {
  type AccountingFormat,
  accountingExport,
  accountingFormats,
  accountNames,
  recordExport,
} from "./features/operator/accounting-export.ts";
export {
  askBilling,
  askComparison,
  askRefund,
  giveUpInvoice,
  parkContract,
  RefundKeyUsed,
  releaseContract,
  retryCharge,
  SecondPersonNeeded,
  voidInvoice,
} from "./features/operator/billing-acts.ts";
export { type BillingMonth, billingMonth } from "./features/operator/billing-month.ts";
export {
  type ClosedMonth,
  closeMonth,
  type Unfinished,
  unfinishedOf,
} from "./features/operator/close-month.ts";
export { consentingAddresses } from "./features/operator/consenting-addresses.ts";
export {
  listNotices,
  type NewNotice,
  publishNotice,
  withdrawNotice,
} from "./features/operator/notices.ts";
export {
  type ActingOperator,
  DryRun,
  OperatorRefused,
  recordAct,
} from "./features/operator/operator-audit.ts";
export {
  type OperatorEventName,
  operatorEventNames,
  operatorEvents,
} from "./features/operator/operator-events.ts";
export {
  addWebhook,
  changeWebhook,
  listWebhooks,
  removeWebhook,
  replayWebhooks,
  rotateWebhookSecret,
  testWebhook,
  type WebhookChange,
  type WebhookTables,
  webhookLog,
} from "./features/operator/operator-webhooks.ts";
export { priceMail, priceStanding } from "./features/operator/price-standing.ts";
export { announcePrice, listPrices } from "./features/operator/prices.ts";
export { findDeletions } from "./features/purge/deletions.ts";
