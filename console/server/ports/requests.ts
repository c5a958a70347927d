import type { RequestView } from "@sekimori/console-contract/request-schema";
import type { Role } from "@sekimori/console-contract/rights";
import type { IdentityCheck } from "@sekimori/console-contract/words";

/** Somebody of the staff, by the portal's name for them. */
export interface Asking {
  readonly subject: string;
  readonly by: string;
}

/** A request, with whoever made it as the portal names them. */
export type KeptRequest = Omit<RequestView, "isOwn"> & { readonly subject: string };

/** What is asked for. */
export type Wanted =
  | {
      readonly act: "refund";
      readonly invoice: string;
      readonly amount: number;
      /** Stands on the credit note. */
      readonly note: string;
    }
  | { readonly act: "close-member"; readonly member: string }
  | {
      readonly act: "appoint-staff";
      readonly member: string;
      readonly name: string;
      readonly roles: readonly Role[];
    }
  | { readonly act: "remove-staff"; readonly member: string }
  | { readonly act: "restore-address"; readonly member: string; readonly changedAt: string }
  | { readonly act: "recover-member"; readonly member: string; readonly identity: IdentityCheck }
  | {
      readonly act: "announce-price";
      readonly price: {
        readonly effectiveOn: string;
        readonly monthlyPrice: number;
        readonly taxPercent: number;
      };
    }
  | { readonly act: "rotate-signing-keys" }
  | { readonly act: "rotate-data-keys" };

/**
 * What one person asks for and another confirms. The portal keeps it, looks at the roles of both again
 * by this console's table, and does it once, in the commit that confirms it.
 */
export interface Requests {
  /** @throws AppError NotAllowed, RefundRefused, MemberNotFound, StaffNameTaken, UndoRefused, RecoveryRefused, PriceRefused, RotationRefused. */
  ask(wanted: Wanted, reason: string, asking: Asking): Promise<KeptRequest>;
  /** @param after only what stands after this request, as `next` of the part before says. */
  waiting(
    after: string | undefined,
  ): Promise<{ readonly requests: readonly KeptRequest[]; readonly next: string | null }>;
  /** @throws AppError NotAllowed, RequestOver, OwnRequest, RequestImpossible. */
  confirm(request: string, asking: Asking): Promise<void>;
  /** @throws AppError NotAllowed, RequestOver. */
  withdraw(request: string, asking: Asking): Promise<void>;
}
