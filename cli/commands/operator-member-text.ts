import { formatYen } from "@sekimori/kit-contract/yen";
import type {
  History,
  MemberAccess,
  MemberConsents,
  MemberMoney,
  OpenRequest,
  ShownMember,
  SignInLock,
} from "@sekimori/portal-server/support";

// What support reads of a member in a terminal.

const yen = (amount: number) => formatYen(amount, "en");
const moment = (at: Date | string | null) => (at === null ? "-" : new Date(at).toISOString());

const lockNames: Readonly<Record<SignInLock["of"], string>> = {
  passwords: "wrong passwords",
  "second-factors": "wrong second factors",
  "code-mails": "mails with codes",
};

const places: Readonly<Record<SignInLock["from"], string>> = {
  "known-browser": "of a browser that the account knows",
  network: "of one network",
  "unknown-browsers": "of unknown browsers",
};

/** What was counted against sign-ins, as a line. */
export const lockLine = ({ of, from, count, until }: SignInLock): string =>
  `${count} ${lockNames[of]} ${places[from]}${until ? `, refused until ${moment(until)}` : ""}`;

function nextText({ nextCharge: next }: MemberMoney): string[] {
  if (next === null) return ["Next charge: none."];
  const price = next.price === "announced" ? "the announced price, agreed to" : "the agreed price";
  return [
    `Next charge: ${yen(next.amount + next.lateCharge)} on ${next.on}`,
    `  ${yen(next.amount)} for ${next.from} to ${next.to}: ${price}, of it ${yen(next.taxAmount)} tax at ${next.taxPercent}%`,
    ...(next.lateCharge > 0 ? [`  ${yen(next.lateCharge)} for months that were paid late`] : []),
  ];
}

type Invoice = MemberMoney["invoices"][number];

function lineText(line: Invoice["lines"][number]): string {
  if (line.kind === "plan") return `${line.plan} ${line.from} to ${line.to}: ${yen(line.amount)}`;
  if (line.kind === "refund") return `given back (${line.reason}): ${yen(line.amount)}`;
  return `late charge on ${yen(line.principal)} of ${line.number}, ${line.days} days: ${yen(line.amount)}`;
}

const invoiceText = (invoice: Invoice): string[] => [
  [
    `  ${invoice.number}  ${invoice.issuedOn}  ${yen(invoice.total).padStart(10)}  ${invoice.state}`,
    ...(invoice.paidOn ? [`on ${invoice.paidOn}`] : []),
    ...(invoice.nextTryAt ? [`tried again ${moment(invoice.nextTryAt)}`] : []),
    ...(invoice.mendedBy ? [`needs the member: ${invoice.mendedBy}`] : []),
  ].join(", "),
  ...invoice.lines.map((line) => `    ${lineText(line)}`),
];

function moneyText(money: MemberMoney): string[] {
  const { contract, contractId, invoices, moreInvoices, parked } = money;
  if (contract === null) return ["No contract."];
  const { plan, state, startedOn, freeUntil, endsOn } = contract;
  return [
    `Contract ${contractId}: ${plan}, ${state}, since ${startedOn}`,
    ...(freeUntil ? [`  free until ${freeUntil}${contract.hasTrial ? " (trial)" : ""}`] : []),
    ...(endsOn ? [`  ends on ${endsOn}`] : []),
    ...(parked ? [`  left alone by billing: ${parked.reason}, since ${moment(parked.since)}`] : []),
    ...nextText(money),
    invoices.length === 0 ? "No invoices." : "Invoices:",
    ...invoices.flatMap(invoiceText),
    ...(moreInvoices ? ["  and older ones"] : []),
  ];
}

function accessText(access: MemberAccess): string[] {
  const { sessions, locks } = access;
  const first = [
    ...(access.hasPassword ? ["password"] : []),
    ...(access.externalIds > 0 ? [`${access.externalIds} external IDs`] : []),
    ...(access.passkeys > 0 ? [`${access.passkeys} passkeys`] : []),
  ];
  return [
    `Signs in by ${first.join(", ") || "nothing"}; second factor: ${access.ways.join(", ") || "off"}${access.recoveryCodesLeft > 0 ? ` (${access.recoveryCodesLeft} recovery codes left)` : ""}`,
    ...(access.recoveryEndsAt === null
      ? []
      : [`Account recovery in progress: possible from ${moment(access.recoveryEndsAt)}`]),
    `Sessions: ${sessions.count}, last used ${moment(sessions.lastSeenAt)}`,
    ...sessions.latest.map((one) => `  ${moment(one.lastSeenAt)}  ${one.ipAddress}  ${one.device}`),
    locks.length === 0 ? "Nothing counts against its sign-ins." : "Counted against its sign-ins:",
    ...locks.map((lock) => `  ${lockLine(lock)}`),
  ];
}

function consentText({ terms, applications, ...mails }: MemberConsents): string[] {
  return [
    terms === null
      ? "Terms: not agreed to."
      : `Terms: agreed to ${moment(terms.agreedAt)}, ${terms.areInForce ? "those in force" : "an earlier version"}`,
    `Promotional mail: ${mails.promotionalMail ? "yes" : "no"}; monthly summary: ${mails.monthlySummary ? "yes" : "no"}`,
    ...applications.map(({ name, scope, since }) => `  ${name}: ${scope}, since ${moment(since)}`),
  ];
}

const openText = ({ kind, since, until, amount }: OpenRequest): string =>
  [
    `  ${kind} since ${typeof since === "string" ? since : moment(since)}`,
    ...(until ? [`until ${typeof until === "string" ? until : moment(until)}`] : []),
    ...(amount === null ? [] : [yen(amount)]),
  ].join(", ");

/** A member on one page of text. */
export function memberText(member: ShownMember): string {
  const { company, corporateNumber, open } = member;
  return [
    `${member.id}  ${company === null ? "" : `${company} (${corporateNumber}), `}${member.name}`,
    `${member.email}, reads ${member.language}`,
    member.sentence.en,
    "",
    ...moneyText(member.money),
    "",
    ...accessText(member.access),
    "",
    ...consentText(member.consents),
    "",
    open.length === 0 ? "Nothing is open." : "Open:",
    ...open.map(openText),
  ].join("\n");
}

/** A part of an account's history, a line for each event. */
export function historyText({ entries, next }: History): string {
  const lines = entries.map(({ id, at, words, operator, ipAddress, device, detail }) =>
    [
      `${moment(at)}  ${id.padStart(6)}  ${words.en}`,
      ...(operator === null ? [] : [`by ${operator}`]),
      ...Object.entries(detail).map(([name, value]) => `${name}: ${value}`),
      ...(ipAddress === null ? [] : [ipAddress]),
      ...(device ? [device] : []),
    ].join(", "),
  );
  return [...lines, ...(next === null ? [] : [`Older ones: --before ${next}`])].join("\n");
}
