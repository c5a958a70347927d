import type { OfferKind } from "@sekimori/karte-contract/endpoints/workspaces";
import type { OfferOutcome } from "@sekimori/karte-contract/words";
import type { Locale } from "@sekimori/kit-contract/locale";
import type { QueuedMail } from "@sekimori/kit-server/mail";
import { alertMail, type MailedAlert } from "../features/alerts/alert-mail.ts";
import { closingMail } from "../features/contract/closing-mail.ts";
import { type Digest, digestMail } from "../features/overview/digest-mail.ts";
import { invitationMail } from "../features/people/invitation-mail.ts";
import { reportMail } from "../features/reports/report-mail.ts";
import { type Closing, closedMail } from "../features/workspaces/closed-mail.ts";
import { outcomeMail } from "../features/workspaces/outcome-mail.ts";
import { workspaceMail } from "../features/workspaces/workspace-mails.ts";

const settings = {
  serviceName: "Sekimori",
  providerNameJa: "関守サンプル株式会社",
  providerNameEn: "Sekimori Sample Inc.",
  contactUrl: "https://www.sekimori.example/contact",
  karteOrigin: "https://karte.example",
};
const to = "hanako@people.example";

const unsubscribe = {
  url: `${settings.karteOrigin}/unsubscribe?token=${"x".repeat(43)}`,
  headers: {},
};

const names = {
  ja: { workspace: "株式会社サンプルセキュリティ", by: "山田 太郎", other: "佐藤 一郎" },
  en: { workspace: "Sample Security Inc.", by: "Taro Yamada", other: "Ichiro Sato" },
} as const;

const person = (locale: Locale) => ({
  email: to,
  name: locale === "ja" ? "山田 花子" : "Hanako Yamada",
  givenName: locale === "ja" ? "花子" : "Hanako",
});

const alerts: readonly MailedAlert[] = [
  {
    kind: "finding.new",
    domain: "example.co.jp",
    detail: {
      titleJa: "サポートが終了したソフトウェア",
      titleEn: "Software without support",
      severity: "high",
      host: "shop.example.co.jp",
    },
  },
  {
    kind: "finding.new",
    domain: "example.co.jp",
    detail: {
      titleJa: "DMARCレコードがない",
      titleEn: "No DMARC record",
      severity: "medium",
      host: "example.co.jp",
      policy: "Mail records",
      more: 3,
    },
  },
  { kind: "grade.fell", domain: "example.co.jp", detail: { from: "A", to: "C" } },
  {
    kind: "certificate.ends",
    domain: "example.co.jp",
    detail: { name: "www.example.co.jp", until: "2026-12-05" },
  },
  { kind: "asset.new", domain: "example.com", detail: { name: "staging.example.com" } },
  { kind: "proof.lost", domain: "example.com", detail: {} },
  {
    kind: "acceptance.ends",
    domain: "example.com",
    detail: {
      titleJa: "DMARCの方針がない",
      titleEn: "No DMARC policy",
      severity: "medium",
      host: "example.com",
      until: "2026-12-05",
    },
  },
  {
    kind: "finding.assigned",
    domain: "example.com",
    detail: {
      titleJa: "HSTSがない",
      titleEn: "No HSTS",
      severity: "medium",
      host: "www.example.com",
      until: "2026-12-18",
    },
  },
  { kind: "finding.assigned", domain: "example.co.jp", detail: { count: 12 } },
];

const report = {
  id: "0190c0de-0000-7000-8000-000000000001",
  group_id: null,
  group_name: null,
  domain_id: null,
  domain_name: null,
  view_list: null,
  view_name: null,
  view_query: null,
  from_day: "2026-10-01",
  to_day: "2026-10-31",
} as const;

const closing = (locale: Locale): Closing => ({
  workspace: names[locale].workspace,
  by: names[locale].by,
  gone: null,
  until: new Date("2026-12-23T05:30:00Z"),
  owners: [names[locale].by, names[locale].other],
});

const digest = (locale: Locale): Digest => ({
  workspace: names[locale].workspace,
  from: "2026-11-16",
  to: "2026-11-22",
  verdict: [
    {
      ja: "緊急の検出事項が1件、未対応です。",
      en: "1 critical finding is open.",
    },
  ],
  grade: "C",
  gradeBefore: "B",
  critical: 1,
  open: 14,
  newFindings: 3,
  fixedFindings: 2,
  overdue: { value: 1, more: false },
  acceptancesEnding: 1,
  first: [
    {
      title: { ja: "サポートが終了したソフトウェア", en: "Software without support" },
      place: "shop.example.co.jp",
      assignee: names[locale].other,
      due: "2026-11-26",
      why: {
        ja: "緊急。誰でも到達可能。",
        en: "Critical, open to anyone.",
      },
    },
    {
      title: { ja: "DMARCの方針がない", en: "No DMARC policy" },
      place: "example.com",
      assignee: null,
      due: null,
      why: { ja: "中。誰でも到達可能。", en: "Medium, open to anyone." },
    },
  ],
});

const quiet = {
  gradeBefore: "C",
  critical: 0,
  newFindings: 0,
  fixedFindings: 0,
  overdue: { value: 0, more: false },
  acceptancesEnding: 0,
} as const;

const outcome = (what: OfferKind, came: OfferOutcome) => (locale: Locale) =>
  outcomeMail(settings, {
    person: person(locale),
    locale,
    workspace: names[locale].workspace,
    what,
    outcome: came,
    to: names[locale].other,
  });

/** Mails that karte sends to people, as somebody may get them. */
export const karteMailSamples: Readonly<Record<string, (locale: Locale) => QueuedMail>> = {
  invitationMail: (locale) =>
    invitationMail(settings, {
      to,
      locale,
      workspace: names[locale].workspace,
      inviter: { name: names[locale].by, email: "taro@people.example" },
      token: "x".repeat(43),
      days: 14,
    }),
  alertMail: (locale) =>
    alertMail(settings, {
      person: person(locale),
      locale,
      workspace: names[locale].workspace,
      alerts,
    }),
  manyAlertsMail: (locale) =>
    alertMail(settings, {
      person: person(locale),
      locale,
      workspace: names[locale].workspace,
      alerts: Array.from({ length: 5 }, () => alerts).flat(),
    }),
  digestMail: (locale) =>
    digestMail(settings, { person: person(locale), locale, digest: digest(locale), unsubscribe }),
  quietDigestMail: (locale) =>
    digestMail(settings, {
      person: person(locale),
      locale,
      digest: { ...digest(locale), ...quiet },
      unsubscribe,
    }),
  reportMail: (locale) =>
    reportMail(settings, person(locale), { ...report, account_id: "somebody", language: locale }),
  monthlyReportMail: (locale) =>
    reportMail(settings, person(locale), { ...report, account_id: null, language: locale }),
  workspaceClosedMail: (locale) =>
    closedMail(settings, { person: person(locale), locale, mayReopen: false }, closing(locale)),
  workspaceClosedToOwnerMail: (locale) =>
    closedMail(settings, { person: person(locale), locale, mayReopen: true }, closing(locale)),
  workspaceLostMail: (locale) =>
    closedMail(
      settings,
      { person: person(locale), locale, mayReopen: false },
      { ...closing(locale), by: null, gone: names[locale].by, owners: [] },
    ),
  workspaceDeletedMail: (locale) =>
    workspaceMail(settings, "deleted", { person: person(locale), locale, ...names[locale] }),
  workspaceClosesMail: (locale) =>
    closingMail(settings, {
      person: person(locale),
      locale,
      workspace: names[locale].workspace,
      closes: { endsOn: "2026-11-30", deletesOn: "2026-12-01", owners: [names[locale].by] },
    }),
  workspaceClosesWithAllMail: (locale) =>
    closingMail(settings, {
      person: person(locale),
      locale,
      workspace: names[locale].workspace,
      closes: {
        endsOn: "2026-11-30",
        deletesOn: "2026-12-01",
        owners: [names[locale].by, names[locale].other],
      },
    }),
  workspaceStaysMail: (locale) =>
    closingMail(settings, {
      person: person(locale),
      locale,
      workspace: names[locale].workspace,
      closes: null,
    }),
  ownershipOfferedMail: (locale) =>
    workspaceMail(settings, "ownership", { person: person(locale), locale, ...names[locale] }),
  contractOfferedMail: (locale) =>
    workspaceMail(settings, "contract", { person: person(locale), locale, ...names[locale] }),
  ownershipAcceptedMail: outcome("ownership", "offer.accepted"),
  ownershipDeclinedMail: outcome("ownership", "offer.declined"),
  ownershipExpiredMail: outcome("ownership", "offer.expired"),
  contractAcceptedMail: outcome("contract", "offer.accepted"),
  contractDeclinedMail: outcome("contract", "offer.declined"),
  contractExpiredMail: outcome("contract", "offer.expired"),
};
