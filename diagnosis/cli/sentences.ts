import { domainToUnicode } from "node:url";
import type { Language, LocalText } from "../engine/text.ts";
import { type HostNameProblem, HostNameRefused } from "../net/host-name.ts";
import type { ScanRefusedError } from "../scan/errors.ts";
import { AUTHORITY_STATEMENT } from "./authority-statement.ts";

/** A name, or the name in a URL, as people write it: A-labels turned back (RFC 5890 §2.3.2.1). */
export function asWritten(text: string): string {
  const host = /^https?:/.test(text) ? (URL.parse(text)?.hostname ?? text) : text;
  return text.replace(host, () => domainToUnicode(host) || host);
}

export const NO_AUTHORITY: LocalText = {
  ja: `何も送信していません。対象の管理者であることを証明する（--token）か、診断してよいことを--i-am-authorisedで表明してください。\n  ${AUTHORITY_STATEMENT.text.ja}`,
  en: `Nothing was sent. Prove that the target is yours (--token), or state that you may examine it with --i-am-authorised:\n  ${AUTHORITY_STATEMENT.text.en}`,
};

export const NO_TARGET: LocalText = {
  ja: "診断するドメインを指定してください。",
  en: "Name a domain to examine.",
};

export const NO_CHECKS: LocalText = {
  ja: "--onlyと--skipの指定により、実行する項目がありません。",
  en: "--only and --skip leave no check to run.",
};

export const SEVERAL_REPORTS: LocalText = {
  ja: "複数の対象をHTMLで出力するときは、--outputに既存のフォルダーを指定してください。",
  en: "For several targets in HTML, --output must be an existing folder.",
};

export function cannotWrite(path: string): LocalText {
  return { ja: `${path}に書き込めません。`, en: `${path} cannot be written.` };
}

export function cannotRead(path: string): LocalText {
  return {
    ja: `${path}を読み込めません。ファイルの有無と形式を確認してください。`,
    en: `${path} cannot be read. Does it exist, in the form that the option takes?`,
  };
}

/** What an import of data came to. */
export function imported(path: string, set: string, entries: number): LocalText {
  return {
    ja: `${path}: ${entries}件を${set}に取り込みました。`,
    en: `${path}: ${entries} entries taken over into ${set}.`,
  };
}

export function notOfPublisher(path: string, publisher: string, why: LocalText): LocalText {
  return {
    ja: `${path}は${publisher}の形式ではないため、取り込みませんでした。${why.ja}`,
    en: `${path} is not in the format of ${publisher} and was not taken over: ${why.en}`,
  };
}

export const NOT_JSON: LocalText = {
  ja: "JSONとして読み込めません。",
  en: "it cannot be read as JSON.",
};

/** @param field the path of the field that differs; empty where it is the whole file */
export function wrongField(field: string): LocalText {
  return field === ""
    ? { ja: "ファイル全体の構造が異なります。", en: "the whole file has another structure." }
    : { ja: `項目${field}が形式に合いません。`, en: `the field ${field} does not fit.` };
}

export function badData(why: string): LocalText {
  return { ja: `データを使用できません：${why}`, en: `The data cannot be used: ${why}` };
}

const REFUSALS: Readonly<Record<ScanRefusedError["reason"], (name: string) => LocalText>> = {
  target: (name) => ({
    ja: `${name}は診断の対象にできません（公開されたドメイン名またはホスト名を指定してください）。`,
    en: `${name} cannot be examined: name a public domain or host.`,
  }),
  consent: (name) => ({
    ja: `${name}は同意の範囲に含まれていません。`,
    en: `The consent does not cover ${name}.`,
  }),
  ownership: (name) => ({
    ja: `${name}の所有を確認できませんでした。トークンが公開されているか確認してください。`,
    en: `Ownership of ${name} is not proved. Is the token published?`,
  }),
  absent: (name) => ({
    ja: `${name}というドメインは存在しません。つづりを確認してください。`,
    en: `${name} does not exist. Is it spelt correctly?`,
  }),
  scope: (name) => ({
    ja: `--hostsには${name}と同じドメインのホストだけを指定できます。`,
    en: `--hosts takes only hosts of the same domain as ${name}.`,
  }),
};

/** The rule that a name breaks. */
const NAMES: Readonly<Record<HostNameProblem, LocalText>> = {
  length: {
    ja: "名前は1文字以上253文字以内です。",
    en: "a name has from 1 to 253 characters.",
  },
  "not a plain host name": {
    ja: "空白や記号（/、:、@など）を含まないホスト名だけを指定してください。",
    en: "name the host alone, without blanks or signs such as / : @.",
  },
  "not valid under IDNA": {
    ja: "国際化ドメイン名（IDNA）の規則に合わない文字があります。",
    en: "it has characters that internationalised names (IDNA) do not allow.",
  },
  "character not allowed in names": {
    ja: "絵文字や記号など、ドメイン名に使えない文字があります。",
    en: "it has an emoji or another symbol that domain names cannot have.",
  },
  "IP literal": {
    ja: "IPアドレスではなく、ドメイン名またはホスト名を指定してください。",
    en: "it is an IP address; name a domain or host.",
  },
  "single label": {
    ja: "ドットを含む完全な名前を指定してください。",
    en: "it has no dot; give the full name.",
  },
  "label syntax": {
    ja: "ドットで区切った各部分は、英数字、ハイフン、下線からなる1文字以上63文字以内で、両端にハイフンは使えません。",
    en: "each part between dots has 1 to 63 letters, digits, hyphens or underscores, and no hyphen at either end.",
  },
  "numeric top level": {
    ja: "最後の部分が数字だけの名前はありません。",
    en: "no name ends in digits alone.",
  },
  "special-use name": {
    ja: "公開DNSでは使われない特別な名前です（RFC 6761など）。",
    en: "such names are kept out of the public DNS (RFC 6761 and others).",
  },
  "unknown top level": {
    ja: "最後の部分（トップレベルドメイン）が存在しません。",
    en: "no top-level domain is called so.",
  },
  "public suffix": {
    ja: "登録用の末尾（co.jpなど）であり、組織のドメインではありません。",
    en: "it is a suffix under which domains are registered, such as co.jp, and no domain itself.",
  },
  "opted out": {
    ja: "所有者が診断を望んでいません。",
    en: "its owner does not want it to be scanned.",
  },
};

/** Why a scan was not made, in the reader's language; of a name, which rule it breaks. */
export function refusal(error: ScanRefusedError, target: string, language: Language): string {
  const name = asWritten(target);
  if (error.cause instanceof HostNameRefused) {
    const why = NAMES[error.cause.why][language];
    return {
      ja: `${name}は診断の対象にできません。${why}`,
      en: `${name} cannot be examined: ${why}`,
    }[language];
  }
  return REFUSALS[error.reason](name)[language];
}
