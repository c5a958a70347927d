import { randomInt } from "node:crypto";
import { recoveryCodesInSet } from "@sekimori/portal-contract/constants";

/** Nothing that is taken for something else: no 0 and O, no 1 and I. */
const alphabet = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
/** Three groups of five: 75 bits. */
const groups = 3;
const groupLength = 5;

const newCode = (): string =>
  Array.from({ length: groups }, () =>
    Array.from({ length: groupLength }, () => alphabet.charAt(randomInt(alphabet.length))).join(""),
  ).join("-");

/** A new set, as it is shown. */
export const newRecoveryCodes = (): string[] => Array.from({ length: recoveryCodesInSet }, newCode);

/** A code as it is compared: without spaces and hyphens, full-width letters made plain. */
export const meantRecoveryCode = (typed: string): string =>
  typed
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "");
