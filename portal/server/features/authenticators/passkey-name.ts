import type { Locale, Localized } from "@sekimori/kit-contract/locale";
import type { Sealer } from "@sekimori/kit-server/sealing";
import type { PasskeyRow } from "./passkey-repository.ts";

// What makers say of themselves; an authenticator can give any of these, so it decides nothing.
const makers: Readonly<Record<string, string>> = {
  "ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4": "Google Password Manager",
  "adce0002-35bc-c60a-648b-0b25f1f05503": "Chrome on Mac",
  "fbfc3007-154e-4ecc-8c0b-6e020557d7bd": "Apple Passwords",
  "dd4ec289-e01d-41c9-bb89-70fa845d4bf2": "iCloud Keychain (managed)",
  "08987058-cadc-4b81-b6e1-30de50dcbe96": "Windows Hello",
  "9ddd1817-af5a-4672-a2b9-3e3dd95000a9": "Windows Hello",
  "6028b017-b1d4-4c02-b4b3-afcdafc96bb2": "Windows Hello",
  "d3452668-01fd-4c12-926c-83a4204853aa": "Microsoft Password Manager",
  "53414d53-554e-4700-0000-000000000000": "Samsung Pass",
  "bada5566-a7aa-401f-bd96-45619a55120d": "1Password",
  "d548826e-79b4-db40-a3d8-11116f7e8349": "Bitwarden",
  "531126d6-e717-415c-9320-3d9aa6981239": "Dashlane",
  "0ea242b4-43c4-4a1b-8b17-dd6d0b6baec6": "Keeper",
  "b84e4048-15dc-4dd0-8640-f4f60813c8af": "NordPass",
  "50726f74-6f6e-5061-7373-50726f746f6e": "Proton Pass",
};

const securityKey: Localized = { ja: "セキュリティキー", en: "Security key" };
const passkey: Localized = { ja: "パスキー", en: "Passkey" };

interface Described {
  readonly aaguid: string;
  readonly transports: readonly string[];
  /** Browser and system of the session that adds it. */
  readonly device: string;
}

/** What a new passkey is called until its owner says otherwise: its maker, or where it was made. */
export function firstPasskeyName({ aaguid, transports, device }: Described, locale: Locale) {
  const maker = makers[aaguid];
  if (maker !== undefined) return maker;
  const isKey =
    transports.length > 0 && !transports.some((one) => one === "internal" || one === "hybrid");
  const kind = (isKey ? securityKey : passkey)[locale];
  return device === "" ? kind : locale === "ja" ? `${kind}（${device}）` : `${kind} (${device})`;
}

const context = (id: string) => `portal.passkey.name:${id}`;

export const sealPasskeyName = (sealer: Sealer, id: string, name: string): Buffer =>
  sealer.seal(name, context(id));

export const openPasskeyName = (sealer: Sealer, { id, name }: Pick<PasskeyRow, "id" | "name">) =>
  sealer.open(name, context(id)).toString("utf8");
