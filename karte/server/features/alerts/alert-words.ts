import type { AlertKind, Severity } from "@sekimori/karte-contract/words";
import { formatDay } from "@sekimori/kit-contract/dates";
import type { Locale } from "@sekimori/kit-contract/locale";
import { plainText } from "@sekimori/kit-server/plain-text";

/** Facts of an alert, by which each language makes its sentence. */
export type AlertDetail = Readonly<Record<string, string | number | null>>;

const severities: Readonly<Record<Locale, Readonly<Record<Severity, string>>>> = {
  ja: { critical: "緊急", high: "高", medium: "中", low: "低", info: "情報" },
  en: { critical: "critical", high: "high", medium: "medium", low: "low", info: "info" },
};

const title: Readonly<Record<Locale, Readonly<Record<AlertKind, string>>>> = {
  ja: {
    "finding.new": "新しい検出事項",
    "grade.fell": "評価の低下",
    "certificate.ends": "証明書の期限が近づいています",
    "asset.new": "新しい資産",
    "proof.lost": "所有確認の失効",
    "acceptance.ends": "リスク受容の期限が近づいています",
    "finding.assigned": "検出事項の担当の割り当て",
  },
  en: {
    "finding.new": "New finding",
    "grade.fell": "Grade dropped",
    "certificate.ends": "Certificate expires soon",
    "asset.new": "New asset",
    "proof.lost": "Ownership no longer verified",
    "acceptance.ends": "Risk acceptance expires soon",
    "finding.assigned": "Finding assigned",
  },
};

/** The button of a message in a chat. */
export const openLabel: Readonly<Record<Locale, string>> = { ja: "開く", en: "Open" };

const byPolicy: Readonly<Record<Locale, string>> = {
  ja: "ポリシーに一致した検出事項",
  en: "Finding matched a policy",
};

/** What a policy tells of may have been known for long. */
export const alertTitle = (kind: AlertKind, { policy }: AlertDetail, locale: Locale) =>
  policy ? byPolicy[locale] : title[locale][kind];

/** What a mail's subject says of its first alert: of a finding its name and how bad it is. */
export function alertSubject(
  { kind, domain, detail }: { kind: AlertKind; domain: string; detail: AlertDetail },
  locale: Locale,
): string {
  const ja = locale === "ja";
  const finding = detail[ja ? "titleJa" : "titleEn"];
  const severity = severities[locale][detail.severity as Severity];
  const what =
    kind === "finding.new" && finding && severity
      ? `${finding}${ja ? `（${severity}）` : ` (${severity})`}`
      : alertTitle(kind, detail, locale);
  return `${plainText(domain, 60)}${ja ? "：" : ": "}${plainText(String(what), 100)}`;
}

/** One line that says what happened where. A stranger's words in it are plain text. */
export function alertLine(
  kind: AlertKind,
  domain: string,
  detail: AlertDetail,
  locale: Locale,
): string {
  const text = (name: string) => plainText(String(detail[name] ?? ""), 200);
  const ja = locale === "ja";
  const severity = () => severities[locale][detail.severity as Severity] ?? "";
  const day = () => formatDay(text("until"), locale);
  const name = plainText(domain, 120);
  const say = (words: string) => `${name}${ja ? "：" : ": "}${words}`;
  const finding = () =>
    ja
      ? `${text("titleJa")}（${severity()}、${text("host")}）`
      : `${text("titleEn")} (${severity()}, ${text("host")})`;
  /** Where, and how many findings end with it. */
  const where = () => {
    const { findings = 1 } = detail;
    if (typeof findings !== "number" || findings === 1) return text("host");
    return ja
      ? `${text("host")}、同じ原因の検出事項${findings}件`
      : `${text("host")}, ${findings} findings with this cause`;
  };
  const withReason = () =>
    ja
      ? `${text("titleJa")}（${where()}）。${text("whyJa")}`
      : `${text("titleEn")} (${where()}). ${text("whyEn")}`;
  /** By which policy it is told, and how many more causes that met. */
  const policy = () => {
    if (!detail.policy) return "";
    const more = Number(detail.more ?? 0);
    if (ja) return `（ポリシー「${text("policy")}」${more > 0 ? `、ほか${more}件` : ""}）`;
    return ` (policy “${text("policy")}”${more > 0 ? `, ${more} more` : ""})`;
  };
  switch (kind) {
    case "finding.new":
      // Of alerts before priorities there is no reason to say.
      return say(`${detail.whyJa ? withReason() : finding()}${policy()}`);
    case "finding.assigned": {
      if (typeof detail.count === "number") {
        return say(ja ? `${detail.count}件` : `${detail.count} findings`);
      }
      if (!detail.until) return say(finding());
      return say(`${finding()}${ja ? `、期限 ${day()}` : `, due ${day()}`}`);
    }
    case "acceptance.ends":
      return say(`${finding()}${ja ? `、期限 ${day()}` : `, until ${day()}`}`);
    case "grade.fell":
      return say(`${text("from")} → ${text("to")}`);
    case "certificate.ends":
      return say(ja ? `${text("name")}、期限 ${day()}` : `${text("name")}, expires ${day()}`);
    case "asset.new":
      return say(text("name"));
    case "proof.lost":
      // The title says it all.
      return name;
  }
}
