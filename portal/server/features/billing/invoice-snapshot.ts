import { createHash } from "node:crypto";
import type { Localized } from "@sekimori/kit-contract/locale";
import { keepsItsOrder, personName } from "@sekimori/kit-contract/person-name";
import type { Sealer } from "@sekimori/kit-server/sealing";
import type { AccountInformation } from "@sekimori/portal-contract/fields";
import type { PlanId } from "@sekimori/portal-contract/plans";
import { prefectures } from "@sekimori/portal-contract/prefectures";
import type { PortalSettings } from "../../settings.ts";
import type { CalendarDay } from "../plan/plan-dates.ts";

/** One line of an invoice, with all that explains its amount. */
export type InvoiceLine =
  | {
      readonly kind: "plan";
      readonly plan: PlanId;
      readonly from: CalendarDay;
      readonly to: CalendarDay;
      readonly amount: number;
    }
  | {
      readonly kind: "late-charge";
      /** The invoice that was paid late. */
      readonly number: string;
      readonly principal: number;
      readonly days: number;
      readonly amount: number;
    }
  | { readonly kind: "refund"; readonly reason: string; readonly amount: number };

/** Everything that stands on a document, as it was on the day of issue. */
export interface InvoiceSnapshot {
  readonly kind: "invoice" | "credit-note";
  readonly number: string;
  readonly issuedOn: CalendarDay;
  readonly dueOn: CalendarDay;
  readonly issuer: {
    readonly name: Localized;
    readonly address: Localized;
    readonly phone: string;
    /** "T" and thirteen digits; null: no qualified invoice. */
    readonly registration: string | null;
  };
  readonly recipient: {
    readonly company: string | null;
    readonly name: string;
    readonly postalCode: string;
    readonly address: Localized;
    /**
     * As a letter abroad writes it: given name first, from the building up, where the letters are Latin. What was issued before
     * it was kept has none, and its English document is laid out as it was.
     */
    readonly inEnglish?: { readonly name: string; readonly address: readonly string[] };
  };
  readonly lines: readonly InvoiceLine[];
  readonly taxPercent: number;
  /** Yen with tax, without late charges. */
  readonly amount: number;
  readonly taxAmount: number;
  readonly lateCharge: number;
  readonly total: number;
  /** Of a credit note: the invoice it corrects. */
  readonly corrects: string | null;
}

/** "SK-00000042": how a number is written on documents and in searches. */
export function shownNumber(number: number | string): string {
  return `SK-${String(number).padStart(8, "0")}`;
}

/** The digits of a number as somebody types it: SK-00000042, sk-42, ４２. Undefined: none. */
export function parseNumber(typed: string): string | undefined {
  return /^(?:SK-)?0*(\d{1,15})$/i.exec(typed.trim().normalize("NFKC"))?.[1];
}

export function issuerOf(settings: PortalSettings): InvoiceSnapshot["issuer"] {
  return {
    name: { ja: settings.providerNameJa, en: settings.providerNameEn },
    address: { ja: settings.providerAddressJa, en: settings.providerAddressEn },
    phone: settings.providerPhone,
    registration: settings.invoiceNumber === "" ? null : settings.invoiceNumber,
  };
}

export function recipientOf(information: AccountInformation): InvoiceSnapshot["recipient"] {
  const prefecture = prefectures.find(({ code }) => code === information.addrState);
  const { addrCity, addrLine1, addrLine2 } = information;
  const rest = [addrCity, addrLine1, addrLine2].filter((line) => line !== "");
  const postalCode = `${information.postalCode.slice(0, 3)}-${information.postalCode.slice(3)}`;
  const address = {
    ja: `${prefecture?.ja ?? ""}${addrCity}${keepsItsOrder(addrCity) ? "" : " "}${[addrLine1, addrLine2].filter(Boolean).join(" ")}`,
    en: [rest.join(" "), prefecture?.en ?? ""].join(", "),
  };
  return {
    company: information.userType === "1" ? information.companyName : null,
    name: `${information.lastName} ${information.firstName}`,
    postalCode,
    address,
    inEnglish: {
      name: personName(information.firstName, information.lastName, "en"),
      address: keepsItsOrder(addrCity + addrLine1)
        ? [`〒${postalCode} ${address.ja}`, "Japan"]
        : [
            addrLine2,
            `${addrLine1}, ${addrCity}`,
            `${prefecture?.en ?? ""} ${postalCode}, Japan`,
          ].filter((line) => line !== ""),
    },
  };
}

const contextOf = (invoiceId: string) => `portal.invoice.snapshot:${invoiceId}`;

/** A snapshot sealed, and the SHA-256 of its text by which a recipient can verify it. */
export function sealSnapshot(
  sealer: Sealer,
  invoiceId: string,
  snapshot: InvoiceSnapshot,
): { readonly sealed: Buffer; readonly hash: string } {
  const text = JSON.stringify(snapshot);
  return {
    sealed: sealer.seal(text, contextOf(invoiceId)),
    hash: createHash("sha256").update(text).digest("hex"),
  };
}

/** @throws Error when the sealed value was not made for this invoice. */
export function openSnapshot(sealer: Sealer, invoiceId: string, sealed: Buffer): InvoiceSnapshot {
  return JSON.parse(sealer.open(sealed, contextOf(invoiceId)).toString("utf8")) as InvoiceSnapshot;
}
