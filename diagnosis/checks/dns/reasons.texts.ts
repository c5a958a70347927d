import type { LocalText } from "../../engine/text.ts";

export const NO_NAME_SERVERS: LocalText = {
  ja: "ネームサーバーの登録（NSレコード）が見つかりませんでした。",
  en: "No name servers (NS records) were found.",
};

export const NO_SERVER_ANSWERED: LocalText = {
  ja: "ネームサーバーに接続できず、確認できませんでした。",
  en: "The name server could not be queried.",
};

export const NO_ALIAS: LocalText = {
  ja: "別名（CNAME）を使っていないため、対象外です。",
  en: "Does not apply: the name is not an alias (CNAME).",
};

export const NO_ADDRESS_RECORDS: LocalText = {
  ja: "アドレスのレコードがないため、対象外です。",
  en: "Does not apply: the name has no address records.",
};

export const CANNOT_READ_PROVIDER_PAGE: LocalText = {
  ja: "別名の先のサービスがページを返さず、未使用かどうかを判断できませんでした。",
  en: "The service behind the alias returned no page, so we could not tell whether it is claimed.",
};

export const NO_VALIDATION: LocalText = {
  ja: "診断に使うDNSリゾルバーがDNSSECを検証しないため、確認できませんでした。",
  en: "The DNS resolver used for the scan does not validate DNSSEC, so this could not be checked.",
};

export const ACCEPTED_ELSEWHERE: LocalText = {
  ja: "診断では署名を検証できませんでしたが、DNSリゾルバーの検証には合格しているため、判断できませんでした。",
  en: "We could not verify the signatures, but the DNS resolver accepts them, so this could not be decided.",
};

export const PARENT_SILENT: LocalText = {
  ja: "上位ゾーンのネームサーバーに確認できませんでした。",
  en: "The parent zone's name servers could not be queried.",
};

export const DOMAINS_LEFT: LocalText = {
  ja: "参照している外部ドメインが多く、{lapsed.unexamined}は診断の上限のため確認していません。",
  en: "Many external domains are referred to. Not checked because of the scan's limits: {lapsed.unexamined}.",
};

export const ALIAS_LOOPS: LocalText = {
  ja: "別名（CNAME）が循環しており、行き先がないため、対象外です。",
  en: "Does not apply: the alias (CNAME) goes round in a circle and has no target.",
};

export const DOMAIN_IS_GONE: LocalText = {
  ja: "別名の行き先のドメイン全体が存在しません。「失効したドメインへの依存」で報告しています。",
  en: "Does not apply: the whole domain of the alias's target does not exist, which is reported as reliance on a lapsed domain.",
};

export const RESOLVER_FAILS: LocalText = {
  ja: "診断に使うリゾルバーが応答を得られませんでしたが、ドメインの側の問題とは確かめられませんでした。",
  en: "The resolver used for the scan got no answer, but that is not proved to be the domain's fault.",
};

export const REJECTED: LocalText = {
  ja: "検証を行うリゾルバーだけが応答を拒否しています。「DNSSECによる署名」で報告しています。",
  en: "Does not apply: only validating resolvers reject the answers, which is reported under DNSSEC signatures.",
};
