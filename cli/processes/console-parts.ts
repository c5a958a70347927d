import { funnelWeeks, workMost } from "@sekimori/console-contract/constants";
import type { MonthView } from "@sekimori/console-contract/endpoints/month";
import type { ConsoleErrorType } from "@sekimori/console-contract/errors";
import { actOfRequest, mayDo } from "@sekimori/console-contract/rights";
import { differenceActors } from "@sekimori/console-contract/words";
import type { Billing } from "@sekimori/console-server/billing";
import type { ConsoleOptions } from "@sekimori/console-server/console";
import type { Funnel } from "@sekimori/console-server/funnel";
import type { Keys } from "@sekimori/console-server/keys";
import type { Maintenance } from "@sekimori/console-server/maintenance";
import type { Acting, Members } from "@sekimori/console-server/members";
import type { Month } from "@sekimori/console-server/month";
import type { Prices } from "@sekimori/console-server/prices";
import type { Asking, KeptRequest, Requests, Wanted } from "@sekimori/console-server/requests";
import type { Staff } from "@sekimori/console-server/staff";
import type { Work } from "@sekimori/console-server/work";
import { tokyoMonth } from "@sekimori/kit-contract/tokyo";
import { AppError } from "@sekimori/kit-server/errors";
import { CopyIncomplete, RecipientRefused } from "@sekimori/portal-server/copy-account";
import type { PortalCore } from "@sekimori/portal-server/core";
import { signUpFunnel } from "@sekimori/portal-server/funnel";
import {
  endMaintenance,
  presentMaintenance,
  startMaintenance,
} from "@sekimori/portal-server/maintenance";
import { portalMigrations } from "@sekimori/portal-server/migrations";
import { publishedKeys } from "@sekimori/portal-server/openid-keys";
import { createOperator, type Operator } from "@sekimori/portal-server/operator";
import {
  accountingExport,
  askBilling,
  askComparison,
  askRefund,
  billingMonth,
  closeMonth,
  giveUpInvoice,
  OperatorRefused,
  parkContract,
  priceMail,
  priceStanding,
  RefundKeyUsed,
  recordExport,
  releaseContract,
  replayWebhooks,
  retryCharge,
  SecondPersonNeeded,
  unfinishedOf,
  voidInvoice,
} from "@sekimori/portal-server/operator-money";
import { accountMeant, listStaff, removeStaffAlone, seeStaff } from "@sekimori/portal-server/staff";
import {
  askConfirmation,
  confirmRequest,
  type MayDo,
  NameTaken,
  type RequestRefusal,
  type StaffRequest,
  waitingRequests,
  withdrawRequest,
} from "@sekimori/portal-server/two-persons";
import { listWork, noteAnswer, sendWaitingMail, tryJobAgain } from "@sekimori/portal-server/work";
import { derivedSecret } from "./derived-secret.ts";

// What the console asks of the portal, by the services that the operator's commands call too. The
// console's server knows the portal only by its ports, and gets them filled in here.

type Core = Pick<PortalCore, "context">;

/** A value as JSON carries it: moments are texts. */
type OnWire<T> = T extends Date
  ? string
  : T extends object
    ? { -readonly [Key in keyof T]: OnWire<T[Key]> }
    : T;

const onWire = <T>(value: T) => JSON.parse(JSON.stringify(value)) as OnWire<T>;

/** What the services refuse in words for a terminal is one type here; the screen has its sentence. */
async function refusing<T>(type: ConsoleErrorType, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SecondPersonNeeded) {
      throw new AppError("SecondPersonNeeded", { cause: error });
    }
    if (error instanceof RecipientRefused) {
      throw new AppError("RecipientRefused", { cause: error });
    }
    if (error instanceof CopyIncomplete) throw new AppError("CopyIncomplete", { cause: error });
    if (error instanceof NameTaken) throw new AppError("StaffNameTaken", { cause: error });
    if (error instanceof RefundKeyUsed) throw new AppError("RefundKeyUsed", { cause: error });
    if (error instanceof OperatorRefused) throw new AppError(type, { cause: error });
    throw error;
  }
}

/** Members' accounts by the portal's services. */
export function portalMembers(core: Core): Members {
  const doing = <T>(
    type: ConsoleErrorType,
    { by }: Acting,
    act: (operator: Operator) => Promise<T>,
  ) => refusing(type, () => act(createOperator(core, by)));
  return {
    async find(text, acting) {
      const { accounts, more, deleted, isFilling } = await doing("SearchInvalid", acting, (one) =>
        one.findAccounts([text], acting.reason),
      );
      return { members: onWire(accounts), more, deleted: [...deleted], isFilling };
    },
    async show(account, acting) {
      const act = (one: Operator) => one.showAccount(account, acting.reason);
      return onWire(await doing("MemberNotFound", acting, act));
    },
    async history(account, before, { by, reason }) {
      const act = (one: Operator) => one.accountHistory(account, { reason, before });
      return onWire(await doing("MemberNotFound", { by, reason }, act));
    },
    async unlock(account, acting) {
      const act = (one: Operator) => one.unlockAccount(account, acting.reason);
      const { locks, counts } = await doing("MemberNotFound", acting, act);
      return onWire({ locks, counts });
    },
    async forceReset(account, acting) {
      const act = (one: Operator) => one.forcePasswordReset(account, acting.reason);
      if (!(await doing("MemberNotFound", acting, act))) throw new AppError("MemberNotFound");
      return {};
    },
    async undoEnd(account, acting) {
      const act = (one: Operator) => one.undoEnd(account, acting.reason);
      return { undone: await doing("UndoRefused", acting, act) };
    },
    async copy(account, wish, acting) {
      const act = (one: Operator) => one.copyAccount(account, { ...wish, reason: acting.reason });
      const { sealed, recipient, missing } = await doing("MemberNotFound", acting, act);
      return { sealed, recipient, missing: [...missing] };
    },
    async endSessions(account, acting) {
      const act = (one: Operator) => one.endSessions(account, acting.reason);
      if (!(await doing("MemberNotFound", acting, act))) throw new AppError("MemberNotFound");
      return {};
    },
  };
}

/** Invoices and contracts by the portal's services. */
function portalBilling({ context }: Core): Billing {
  const doing = <T>(
    type: ConsoleErrorType,
    { by }: Acting,
    act: (acting: { readonly operator: string }) => Promise<T>,
  ) => refusing(type, () => act({ operator: by }));
  return {
    retry: (number, acting) =>
      doing("ChargeRefused", acting, (by) => retryCharge(context, by, number, acting.reason)),
    giveUp: (number, acting) =>
      doing("GivingUpRefused", acting, (by) => giveUpInvoice(context, by, number, acting.reason)),
    makeVoid: (number, acting) =>
      doing("VoidingRefused", acting, (by) =>
        voidInvoice(context, by, { number, reason: acting.reason }),
      ),
    refund({ invoice: number, amount, note, key, aloneUpTo: upTo, subject: account }, acting) {
      const alone = { upTo, account, key };
      const asked = { number, amount, reason: note, why: acting.reason, alone };
      return doing("RefundRefused", acting, (by) => askRefund(context, by, asked));
    },
    async park(contract, acting) {
      const asked = { contract, reason: acting.reason };
      await doing("ParkingRefused", acting, (by) => parkContract(context, by, asked));
      return {};
    },
    async release(contract, parkedFor, acting) {
      const asked = { reason: acting.reason, parkedFor };
      await doing("ReleaseRefused", acting, (by) => releaseContract(context, by, contract, asked));
      return { parkedFor };
    },
  };
}

/** A month of the books by the portal's services. */
function portalMonth({ context }: Core): Month {
  const { db, clock, sealer } = context;
  const first = (month: string) => `${month}-01`;
  return {
    async show(month) {
      const { days, total, states, differences, closed } = await billingMonth(
        context,
        first(month),
      );
      const { earlier, differences: _, ...unfinished } = await unfinishedOf(db, first(month));
      return onWire({
        month,
        isOver: tokyoMonth(clock.now()) > month,
        days,
        total,
        states,
        unfinished: { ...unfinished, earlier: earlier?.slice(0, 7) ?? null },
        differences: differences.map((one) => ({
          ...one,
          actor: differenceActors.find((actor) => actor === one.actor) ?? "operator",
        })),
        closed,
      }) as MonthView;
    },
    bill: (day, { by: operator }) =>
      refusing("DayNotOver", () => askBilling(context, { operator }, day)),
    compare: (day, { by: operator }) =>
      refusing("DayNotOver", () => askComparison(context, { operator }, day)),
    async close({ month, despite }, { by: operator }) {
      const asked = { month: first(month), ...(despite === undefined ? {} : { despite }) };
      const close = () => closeMonth(context, { operator }, asked);
      return { postings: (await refusing("MonthOpen", close)).postings };
    },
    async export({ month, format }, { by: operator }) {
      const file = await accountingExport({ db, sealer }, first(month), format);
      await recordExport(context, { operator }, { month, format });
      return { file };
    },
  };
}

/** By the console's table of rights, of which the portal knows nothing. */
const mayAsk: MayDo = (roles, act) => mayDo(roles, actOfRequest[act]);

const refusalErrors = {
  over: "RequestOver",
  own: "OwnRequest",
  "not-allowed": "NotAllowed",
  impossible: "RequestImpossible",
} as const satisfies Readonly<Record<RequestRefusal, ConsoleErrorType>>;

/** What whoever asks for something is told that could not be done now. */
const askRefusals: Readonly<Record<Wanted["act"], ConsoleErrorType>> = {
  refund: "RefundRefused",
  "close-member": "MemberNotFound",
  "appoint-staff": "MemberNotFound",
  "remove-staff": "MemberNotFound",
  "restore-address": "UndoRefused",
  "recover-member": "RecoveryRefused",
  "announce-price": "PriceRefused",
  "rotate-signing-keys": "RotationRefused",
  "rotate-data-keys": "RotationRefused",
};

/** So many requests are shown at a time. */
const requestsMost = 50;

/** What two persons agree on, by the portal's services. */
function portalRequests({ context }: Core): Requests {
  const person = ({ subject, by }: Asking) => ({ account: subject, name: by });
  const kept = ({ account, askedBy, ...request }: StaffRequest): KeptRequest => ({
    ...onWire(request),
    member: account,
    askedBy: askedBy.name,
    subject: askedBy.account,
  });
  const meant = (wanted: Wanted) => {
    if (!("member" in wanted)) return wanted;
    const { member: account, ...rest } = wanted;
    return rest.act === "restore-address"
      ? { ...rest, account, changedAt: new Date(rest.changedAt) }
      : { ...rest, account };
  };
  const decided = (refusal: RequestRefusal | undefined) => {
    if (refusal !== undefined) throw new AppError(refusalErrors[refusal]);
  };
  return {
    async ask(wanted, reason, asking) {
      const asked = meant(wanted);
      const refusal = askRefusals[wanted.act];
      const request = await refusing(refusal, () =>
        askConfirmation(context, person(asking), asked, { reason, mayDo: mayAsk }),
      );
      if (request === undefined) throw new AppError("NotAllowed");
      return kept(request);
    },
    async waiting(after) {
      const requests = await waitingRequests(context, { after, most: requestsMost + 1 });
      const shown = requests.slice(0, requestsMost).map(kept);
      const more = requests.length > requestsMost;
      return { requests: shown, next: more ? (shown.at(-1)?.id ?? null) : null };
    },
    confirm: async (id, asking) =>
      decided(await confirmRequest(context, person(asking), id, mayAsk)),
    withdraw: async (id, asking) =>
      decided(await withdrawRequest(context, person(asking), id, mayAsk)),
  };
}

/** What waits for somebody, by the portal's services. */
function portalWork({ context }: Core): Work {
  const doing = <T>(work: () => Promise<T>) => refusing("WorkOver", work);
  return {
    list: async () => onWire(await listWork(context, workMost)),
    async retryJob(job, { by: operator }) {
      await doing(() => tryJobAgain(context, { operator }, job));
    },
    sendMail: (mail, { by: operator }) => doing(() => sendWaitingMail(context, { operator }, mail)),
    async resendMessages(webhook, { by: operator }) {
      const again = () => replayWebhooks(context, { operator }, { failedOf: webhook });
      return { messages: (await doing(again)).length };
    },
    async noteAnswer(member, { by: operator }) {
      if (!(await noteAnswer(context, { operator }, member))) throw new AppError("WorkOver");
    },
  };
}

/** What is closed for a while, by the portal's service. */
const portalMaintenance = ({ context }: Core): Maintenance => ({
  list: async () => ({ maintenance: await presentMaintenance(context) }),
  start: (asked, { by: operator }) => startMaintenance(context, { operator }, asked),
  async end(area, { by: operator }) {
    const wasClosed = await endMaintenance(context, { operator }, area);
    if (!wasClosed) throw new AppError("MaintenanceOver");
  },
});

/** How far sign-ups get, by the portal's counts. */
const portalFunnel = ({ context }: Core): Funnel => ({
  async show() {
    const { signUps, cards, trials } = await signUpFunnel(context, funnelWeeks);
    return { signUps: [...signUps], cards: [...cards], trials: [...trials] };
  },
});

/** What the paid plan costs, by the portal's services. */
const portalPrices = ({ context }: Core): Prices => ({
  async list() {
    const { prices, ...standing } = await priceStanding(context);
    return { ...standing, prices: [...prices] };
  },
  async mail({ locale, ...price }) {
    const { subject, html } = await priceMail(context, price, locale);
    return { subject, html };
  },
});

/** The portal's keys by their names. */
const portalKeys = ({ context }: Core): Keys => ({
  async list() {
    const { current, keys } = context.settings.portalDataKeys.reveal();
    const older = [...keys.keys()].filter((id) => id !== current.id);
    const signing = onWire(await publishedKeys(context));
    return { signing: [...signing], data: { current: current.id, older } };
  },
});

/** Who works at the console, by the portal's services. */
function portalStaff(core: Core): Staff {
  const { context } = core;
  const { ask } = portalRequests(core);
  return {
    find: (subject) => seeStaff(context, subject),
    list: async () => onWire(await listStaff(context)),
    async askAppointment({ whom, name, roles, reason }, asking) {
      const member = await accountMeant(context, whom);
      if (member === undefined) throw new AppError("MemberNotFound");
      return ask({ act: "appoint-staff", member, name, roles }, reason, asking);
    },
    askRemoval: (member, reason, asking) => ask({ act: "remove-staff", member }, reason, asking),
    async remove(account, { by: operator, reason: why }) {
      const remove = () => removeStaffAlone(context, { operator }, { account, why });
      if (!(await refusing("AdministratorStays", remove))) throw new AppError("MemberNotFound");
    },
  };
}

/** Everything of the console's that comes from the portal: its services, its keys, its migrations. */
export function consoleParts(
  core: Core,
): Pick<
  ConsoleOptions,
  | "members"
  | "billing"
  | "month"
  | "requests"
  | "work"
  | "maintenance"
  | "funnel"
  | "prices"
  | "keys"
  | "staff"
  | "sealer"
  | "secrets"
  | "migrations"
> {
  const secret = core.context.settings.portalSecret.reveal();
  return {
    members: portalMembers(core),
    billing: portalBilling(core),
    month: portalMonth(core),
    requests: portalRequests(core),
    work: portalWork(core),
    maintenance: portalMaintenance(core),
    funnel: portalFunnel(core),
    prices: portalPrices(core),
    keys: portalKeys(core),
    staff: portalStaff(core),
    sealer: core.context.sealer,
    secrets: {
      csrf: derivedSecret(secret, "console csrf"),
      limits: derivedSecret(secret, "console limits"),
    },
    migrations: portalMigrations,
  };
}
