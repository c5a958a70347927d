import type { Queryable } from "../../context.ts";
import type { ParkingReason } from "../billing/parking.ts";

/** A contract that billing leaves alone until somebody has looked. */
export interface ParkedContract {
  readonly contract: string;
  readonly account: string;
  readonly why: ParkingReason;
  readonly since: Date;
}

/** Contracts that billing leaves alone, the longest first. */
export function parkedContracts(db: Queryable, most: number): Promise<ParkedContract[]> {
  return db
    .selectFrom("portal.parked_contract as parked")
    .innerJoin("portal.contract as contract", "contract.id", "parked.contract_id")
    .select(["parked.contract_id as contract", "contract.account_id as account"])
    .select(["parked.reason as why", "parked.parked_at as since"])
    .orderBy("parked.parked_at")
    .orderBy("parked.contract_id")
    .limit(most)
    .execute();
}
