import type { CheckTexts } from "../../engine/check.ts";

/** What is said of `dns-dnssec`. */
export const dnsDnssecTexts = {
  title: { ja: "DNSSECによる署名", en: "DNSSEC signatures" },
  looksAt: {
    ja: "上位ゾーンのDSから署名の連鎖をたどり、診断で使うすべての応答と「存在しない」ことの証明を検証します。あわせて、使われている方式、鍵の長さ、上位ゾーンへの鍵の通知（CDS）、NSEC3の反復回数、署名の期限を調べます。",
    en: "The chain of signatures is followed from the parent's DS, and every answer that the diagnosis uses is verified, proofs of absence in all their forms included. Algorithms, key lengths, the keys announced to the parent (CDS), NSEC3 iterations and signatures about to end are looked at too.",
  },
  explanation: {
    ja: "DNSSECがないと、名前解決の応答が途中で偽造されても気づけず、利用者が偽のサーバーへ誘導されるおそれがあります。署名が壊れている場合は、検証を行う利用者から名前が引けなくなります。",
    en: "Without DNSSEC, a forged answer cannot be told from a real one. With broken signatures, the domain disappears for everyone whose resolver validates.",
  },
  remedy: {
    ja: "DNS事業者でDNSSECを有効にし、レジストラにDSレコードを登録してください。署名が不正な場合は、DSと鍵の対応、署名の更新状況を直ちに確認してください。",
    en: "Enable DNSSEC at your DNS provider and register the DS record with your registrar. If signatures fail, check right away that the DS record matches the key and that re-signing is running.",
  },
  outcomes: {
    secure: {
      ja: "DNSSECの署名を検証できました（署名の期限まで{dnssec.signatureDaysLeft}日）。",
      en: "The DNSSEC signatures verify (they last another {dnssec.signatureDaysLeft} days).",
    },
    unsigned: { ja: "DNSSECで署名されていません。", en: "The zone is not signed with DNSSEC." },
    "no-ds": {
      ja: "ゾーンは署名されていますが、上位にDSレコードがないため検証されません。",
      en: "The zone is signed, but there is no DS record in the parent zone, so no one validates it.",
    },
    unsupported: {
      ja: "現在の検証サーバーが対応しない方式で署名されているため、署名なしと同じ扱いになります。",
      en: "The zone is signed with algorithms that validators do not support, so it counts as unsigned.",
    },
    "ds-mismatch": {
      ja: "上位に登録されたDSレコードが、ゾーンの鍵（DNSKEY）と一致しません。",
      en: "The DS record in the parent zone does not match any key (DNSKEY) of the zone.",
    },
    expired: {
      ja: "DNSSECの署名の期限が切れています。",
      en: "The DNSSEC signatures have expired.",
    },
    "invalid-signature": {
      ja: "DNSSECの署名が正しくありません。",
      en: "The DNSSEC signatures do not verify.",
    },
    "missing-signature": {
      ja: "上位にDSレコードがあるのに、ゾーンのデータに署名がありません。",
      en: "The parent zone has a DS record, but the zone's data is not signed.",
    },
    "bogus-answers": {
      ja: "鍵の署名は正しいものの、一部の応答（{dnssec.bogusAnswers}）の署名を検証できません。検証を行う利用者には届きません。",
      en: "The keys are signed correctly, but some answers do not verify ({dnssec.bogusAnswers}). They never reach anyone whose resolver validates.",
    },
    ending: {
      ja: "DNSSECの署名の期限が間近です（{dnssec.signatureEnds}まで）。再署名が止まっている可能性があります。",
      en: "The DNSSEC signatures are about to expire ({dnssec.signatureEnds}). Re-signing may have stopped.",
    },
    "weak-algorithm": {
      ja: "DNSSECの署名が、使うべきでないSHA-1に基づいています（アルゴリズム{dnssec.algorithm}）。",
      en: "The DNSSEC chain relies on SHA-1, which must no longer be used (algorithm {dnssec.algorithm}).",
    },
    "short-key": {
      ja: "DNSSECのRSA鍵が{dnssec.keyBits}ビットです。2,048ビット以上、またはECDSAが推奨されています。",
      en: "A DNSSEC key is RSA of {dnssec.keyBits} bits. We recommend at least 2,048, or ECDSA.",
    },
    "tiny-key": {
      ja: "DNSSECのRSA鍵が{dnssec.keyBits}ビットしかなく、解読されて署名を偽造されるおそれがあります。",
      en: "A DNSSEC key is RSA of only {dnssec.keyBits} bits. It may be broken, and signatures forged.",
    },
    "cds-mismatch": {
      ja: "上位ゾーンへの鍵の通知（{dnssec.strayCds}）が、ゾーンのどの鍵とも一致しません。上位に反映されると、検証を行う利用者から名前が引けなくなるおそれがあります。",
      en: "A key announced to the parent zone ({dnssec.strayCds}) matches none of the zone's keys. If the parent takes it over, the domain may disappear for everyone whose resolver validates.",
    },
    "nsec3-rounds": {
      ja: "NSEC3の繰り返し回数（{dnssec.nsec3Iterations}）は0にするべきです。",
      en: "NSEC3 should use no extra iterations (it has {dnssec.nsec3Iterations}).",
    },
    "nsec3-unsigned": {
      ja: "NSEC3の繰り返し回数（{dnssec.nsec3Iterations}）が多すぎるため、検証サーバーは署名なしとして扱います。",
      en: "NSEC3 has so many iterations ({dnssec.nsec3Iterations}) that validators treat the zone as unsigned.",
    },
    rejected: {
      ja: "検証を行うリゾルバーが、このゾーンの応答を不正として拒否します。",
      en: "A validating resolver rejects this zone's answers as bogus.",
    },
  },
  facts: {
    "dnssec.algorithm": { ja: "DNSSECのアルゴリズム番号", en: "DNSSEC algorithm number" },
    "dnssec.bogusAnswers": { ja: "署名の検証に失敗した応答", en: "Answers that fail validation" },
    "dnssec.keyBits": { ja: "DNSSECの鍵の長さ", en: "DNSSEC key size" },
    "dnssec.strayCds": { ja: "どの鍵とも一致しない通知", en: "Announcements that match no key" },
    "dnssec.nsec3Iterations": { ja: "NSEC3の反復回数", en: "NSEC3 iterations" },
    "dnssec.resolverValidates": {
      ja: "リゾルバーの検証に合格する",
      en: "Validated by the resolver",
    },
    "dnssec.signatureDaysLeft": { ja: "署名の期限まで", en: "Until the signature ends" },
    "dnssec.signatureEnds": { ja: "署名の期限", en: "Signature ends" },
    "dnssec.keys": { ja: "DNSSECの鍵の公開", en: "Publishes DNSSEC keys" },
    "dnssec.state": { ja: "DNSSECの状態", en: "DNSSEC state" },
  },
  terms: [
    {
      term: { ja: "DNSSEC", en: "DNSSEC" },
      meaning: {
        ja: "DNSの応答に署名を付け、途中で書き換えられていないことを確かめられるようにする仕組みです。",
        en: "Signs DNS answers so that forged ones are noticed.",
      },
    },
  ],
  source: [
    { title: "RFC 4033", url: "https://www.rfc-editor.org/rfc/rfc4033" },
    { title: "RFC 4034", url: "https://www.rfc-editor.org/rfc/rfc4034" },
    { title: "RFC 4035 §5", url: "https://www.rfc-editor.org/rfc/rfc4035#section-5" },
    { title: "RFC 7344 §4.1", url: "https://www.rfc-editor.org/rfc/rfc7344#section-4.1" },
    { title: "RFC 9276 §3", url: "https://www.rfc-editor.org/rfc/rfc9276#section-3" },
    { title: "RFC 9905", url: "https://www.rfc-editor.org/rfc/rfc9905" },
  ],
} satisfies CheckTexts;
