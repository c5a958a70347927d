import { runStatesUnderWay } from "@sekimori/karte-contract/words";
import { isStored, runStateCode } from "../../database/codes.ts";

/** Runs that wait or go on, for `state in (…)`: a domain has one of them at most. */
export const underWay = runStateCode.literals(...runStatesUnderWay.filter(isStored));
