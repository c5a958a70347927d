import type { listStaff, requestAppointment } from "@sekimori/console-contract/endpoints/staff";
import type { Role } from "@sekimori/console-contract/rights";
import type { EndpointRequest, EndpointResult } from "@sekimori/kit-contract/endpoint";
import type { Acting } from "./members.ts";
import type { Asking, KeptRequest } from "./requests.ts";

/** Somebody who works at the console. */
export interface StaffMember {
  /** What the audit log says of what they do. */
  readonly name: string;
  readonly roles: readonly Role[];
}

type Listed = EndpointResult<typeof listStaff>["staff"][number];

/** Who works at the console; the portal keeps it. */
export interface Staff {
  /**
   * Whoever calls: that they were here is kept.
   *
   * @param subject the portal's name for the person.
   * @returns undefined: they do not, or no more.
   */
  find(subject: string): Promise<StaffMember | undefined>;
  list(): Promise<readonly Omit<Listed, "isSelf">[]>;
  /** @throws AppError NotAllowed, MemberNotFound, StaffNameTaken. */
  askAppointment(
    asked: EndpointRequest<typeof requestAppointment>["body"],
    asking: Asking,
  ): Promise<KeptRequest>;
  /** @throws AppError NotAllowed, MemberNotFound. */
  askRemoval(account: string, reason: string, asking: Asking): Promise<KeptRequest>;
  /** @throws AppError MemberNotFound, AdministratorStays. */
  remove(account: string, acting: Acting): Promise<void>;
}
