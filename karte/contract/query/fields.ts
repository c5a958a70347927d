import type { exposures } from "../priority.ts";
import type { categories, findingStates, severities } from "../words.ts";

/**
 * What a field holds, and so what can be asked of it: `code` one of a few words, `text` and `id` words
 * to be equal to (`*` in a text stands for anything), `number`, `version` and `date` what is less or
 * more, `address` what lies in a network, `flag` yes or no.
 */
export type FieldKind = "code" | "text" | "id" | "number" | "version" | "date" | "address" | "flag";

/** A value of a code with its Japanese names; the first is shown. */
export type CodeValues = Readonly<Record<string, readonly [string, ...string[]]>>;

export interface QueryField {
  readonly kind: FieldKind;
  /** Japanese names, which mean the same; the first is shown. */
  readonly ja: readonly [string, ...string[]];
  /** Other English names for it. */
  readonly also?: readonly string[];
  /** Of a code, all that it can be. */
  readonly values?: CodeValues;
  /** Whether a finding can be without it: then `none` and `any` can be asked for. */
  readonly isOptional?: true;
  /** Of a date: a time without a sign is ahead, as for what is to come, and not ago. */
  readonly looksAhead?: true;
  /** What it is, for completion and documents. */
  readonly about: { readonly ja: string; readonly en: string };
  /** A term that says something, for documents and tests. */
  readonly example: string;
}

const severityValues = {
  critical: ["緊急"],
  high: ["高"],
  medium: ["中"],
  low: ["低"],
  info: ["情報"],
} as const satisfies Readonly<Record<(typeof severities)[number], CodeValues[string]>>;

const stateValues = {
  new: ["新規"],
  open: ["未解決"],
  accepted: ["受容"],
  fixed: ["解決済み", "解決"],
  gone: ["消滅"],
} as const satisfies Readonly<Record<(typeof findingStates)[number], CodeValues[string]>>;

const categoryValues = {
  dns: ["名前"],
  mail: ["メール"],
  tls: ["暗号化"],
  http: ["ウェブ"],
  ports: ["ポート・ソフトウェア"],
} as const satisfies Readonly<Record<(typeof categories)[number], CodeValues[string]>>;

const exposureValues = {
  "main-name": ["主要なホスト"],
  data: ["データ"],
  "sign-in": ["ログイン画面"],
} as const satisfies Readonly<Record<(typeof exposures)[number], CodeValues[string]>>;

/** What a flag can be. */
export const flagValues = { yes: ["はい"], no: ["いいえ"] } as const satisfies CodeValues;

/** What can be asked of a field that may be empty. */
export const emptyWords = { none: ["なし"], any: ["あり"] } as const satisfies CodeValues;

/** The account that asks, as an owner. */
export const me = { me: ["自分"] } as const satisfies CodeValues;

/**
 * Every field of the query language for findings: the parser, the statements, completion, documents
 * and sentences about errors are made from this table.
 */
export const queryFields = {
  severity: {
    kind: "code",
    ja: ["深刻度"],
    values: severityValues,
    about: { ja: "どれだけ重いか", en: "how serious the finding is" },
    example: "severity:high,critical",
  },
  state: {
    kind: "code",
    ja: ["状態"],
    also: ["status"],
    values: stateValues,
    about: {
      ja: "対応の状態。指定しなければ新規と未解決",
      en: "where it stands; new and open ones unless you name a state",
    },
    example: "state:fixed,gone",
  },
  category: {
    kind: "code",
    ja: ["分野"],
    also: ["area"],
    values: categoryValues,
    about: { ja: "診断の分野", en: "the area of the check" },
    example: "category:mail",
  },
  check: {
    kind: "text",
    ja: ["種類", "検出事項の種類"],
    about: { ja: "診断項目の識別子", en: "the check that found it, by its id" },
    example: "check:http-csp",
  },
  domain: {
    kind: "text",
    ja: ["ドメイン"],
    about: { ja: "登録したドメインの名前", en: "the name of the registered domain" },
    example: "domain:*.example.jp",
  },
  host: {
    kind: "text",
    ja: ["ホスト"],
    about: { ja: "見つかったホストの名前", en: "the host it was seen at" },
    example: "host:www.example.jp",
  },
  ip: {
    kind: "address",
    ja: ["IPアドレス", "アドレス"],
    also: ["address"],
    isOptional: true,
    about: {
      ja: "見つかったIPアドレス。範囲はCIDRで指定",
      en: "the address it was seen at, or a network in CIDR form",
    },
    example: "ip:192.0.2.0/24",
  },
  port: {
    kind: "number",
    ja: ["ポート"],
    isOptional: true,
    about: { ja: "見つかったポートの番号", en: "the port it was seen at" },
    example: "port:443,8443",
  },
  service: {
    kind: "text",
    ja: ["サービス"],
    also: ["protocol"],
    isOptional: true,
    about: {
      ja: "そこで動くサービスやプロトコルの名前",
      en: "the service or protocol it was seen at, as https, ssh or redis",
    },
    example: "service:ssh,redis",
  },
  product: {
    kind: "text",
    ja: ["製品"],
    isOptional: true,
    about: {
      ja: "サーバーやライブラリの製品名",
      en: "the server software or library that the finding is about",
    },
    example: "product:nginx",
  },
  version: {
    kind: "version",
    ja: ["バージョン", "版"],
    isOptional: true,
    about: { ja: "その製品のバージョン", en: "the version of that product" },
    example: "version:<1.19",
  },
  tech: {
    kind: "text",
    ja: ["技術"],
    isOptional: true,
    about: {
      ja: "ページやアプリケーションの技術",
      en: "a library or application that was recognized",
    },
    example: "tech:jquery",
  },
  cve: {
    kind: "text",
    ja: ["脆弱性"],
    isOptional: true,
    about: { ja: "公表された脆弱性の番号", en: "a published vulnerability it names" },
    example: "cve:CVE-2021-23017",
  },
  "cert.expires": {
    kind: "date",
    ja: ["証明書の期限", "証明書期限"],
    isOptional: true,
    looksAhead: true,
    about: {
      ja: "見つかったホストの証明書が切れる日",
      en: "the day the certificate of its host expires",
    },
    example: "cert.expires:<30d",
  },
  "cert.name": {
    kind: "text",
    ja: ["証明書の名前", "証明書名"],
    isOptional: true,
    about: {
      ja: "見つかったホストの証明書に書かれたホスト名",
      en: "a host that the certificate of its host is for",
    },
    example: "cert.name:*.example.jp",
  },
  "cert.issuer": {
    kind: "text",
    ja: ["証明書の発行者", "発行者"],
    isOptional: true,
    about: {
      ja: "見つかったホストの証明書の発行者",
      en: "who issued the certificate of its host",
    },
    example: 'cert.issuer:"*let\'s encrypt*"',
  },
  ns: {
    kind: "text",
    ja: ["ネームサーバー"],
    isOptional: true,
    about: { ja: "ドメインのネームサーバー", en: "a name server of its domain" },
    example: "ns:*.dns.example.net",
  },
  mx: {
    kind: "text",
    ja: ["メールサーバー"],
    isOptional: true,
    about: {
      ja: "ドメインのメールを受け取るサーバー",
      en: "a server that receives mail for its domain",
    },
    example: "mx:mail.example.net",
  },
  cause: {
    kind: "text",
    ja: ["原因"],
    isOptional: true,
    about: { ja: "直すものの識別子", en: "the key of what has to be fixed" },
    example: "cause:headers|https://www.example.jp",
  },
  ticket: {
    kind: "text",
    ja: ["チケット"],
    isOptional: true,
    about: {
      ja: "原因のチケットの番号",
      en: "the ticket of its cause, as the ticket system names it",
    },
    example: "ticket:none",
  },
  owner: {
    kind: "id",
    ja: ["担当", "担当者"],
    also: ["assignee"],
    isOptional: true,
    about: {
      ja: "担当者の名前かメールアドレス。自分はme",
      en: "the person assigned, by name or email; yourself is me",
    },
    example: "owner:none",
  },
  group: {
    kind: "id",
    ja: ["グループ"],
    isOptional: true,
    about: { ja: "ドメインのグループの名前", en: "a group its domain is in, by name" },
    example: 'group:"Web shop"',
  },
  label: {
    kind: "text",
    ja: ["ラベル"],
    isOptional: true,
    about: {
      ja: "検出事項またはドメインのラベル",
      en: "a label of its own, or of its domain",
    },
    example: "label:shop",
  },
  due: {
    kind: "date",
    ja: ["期限"],
    isOptional: true,
    looksAhead: true,
    about: { ja: "対応の期限", en: "the due date" },
    example: "due:<5bd",
  },
  overdue: {
    kind: "flag",
    ja: ["期限切れ"],
    about: { ja: "期限を過ぎた未解決の検出事項", en: "open and past its due date" },
    example: "overdue:yes",
  },
  "seen.first": {
    kind: "date",
    ja: ["初回の検出", "初回検出"],
    about: { ja: "最初に見つかった日", en: "the day it was first seen" },
    example: "seen.first:7d",
  },
  "seen.last": {
    kind: "date",
    ja: ["最後の検出", "最終検出"],
    about: { ja: "最後に見つかった日", en: "the day it was last seen" },
    example: "seen.last:<2026-04-01",
  },
  "accepted.until": {
    kind: "date",
    ja: ["受容の期限", "受容期限"],
    isOptional: true,
    looksAhead: true,
    about: { ja: "受容が終わる日", en: "the day its acceptance ends" },
    example: "accepted.until:30d",
  },
  priority: {
    kind: "number",
    ja: ["優先度"],
    about: { ja: "優先度の数値", en: "its priority, as the list shows it" },
    example: "priority:>=200",
  },
  epss: {
    kind: "number",
    ja: ["悪用される確率"],
    isOptional: true,
    about: {
      ja: "30日以内に悪用される確率（0から1）。公表がなければnone",
      en: "the chance of being exploited in 30 days, from 0 to 1; none where nobody published one",
    },
    example: "epss:>=0.1",
  },
  kev: {
    kind: "flag",
    ja: ["悪用確認"],
    about: {
      ja: "悪用が確認された脆弱性（KEV）。バージョンからの推定を含む",
      en: "a known exploited vulnerability (KEV), also where only the version says so",
    },
    example: "kev:yes",
  },
  exposure: {
    kind: "code",
    ja: ["公開の状況"],
    values: exposureValues,
    isOptional: true,
    about: { ja: "場所の重み", en: "what makes its place matter more, or less" },
    example: "exposure:data",
  },
} as const satisfies Readonly<Record<string, QueryField>>;

export type FieldName = keyof typeof queryFields;

/** In the order of the table. */
export const fieldNames = Object.keys(queryFields) as readonly FieldName[];

export const fieldOf = (name: FieldName): QueryField => queryFields[name];

/** Names are compared in one width and case. */
export const folded = (text: string) => text.normalize("NFKC").toLowerCase();

const byAlias: ReadonlyMap<string, FieldName> = new Map(
  fieldNames.flatMap((name) => {
    const { ja, also = [] } = fieldOf(name);
    return [name, ...ja, ...also].map((alias) => [folded(alias), name] as const);
  }),
);

/** The field that a name means, in either language; undefined where there is none. */
export const fieldNamed = (word: string): FieldName | undefined => byAlias.get(folded(word));

/** All names that mean a field. */
export const fieldAliases: readonly string[] = [...byAlias.keys()];

/** The words that a field's values are chosen from; undefined where they are anything. */
export function valuesOf(name: FieldName): CodeValues | undefined {
  const { kind, values } = fieldOf(name);
  return kind === "flag" ? flagValues : values;
}

/** The word of a table that a text means, in either language. */
export function wordNamed(values: CodeValues, text: string): string | undefined {
  const wanted = folded(text);
  return Object.entries(values).find(([word, ja]) =>
    [word, ...ja].some((one) => folded(one) === wanted),
  )?.[0];
}
