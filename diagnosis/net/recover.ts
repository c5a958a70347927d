import { NetError, type NetErrorCode } from "./net-error.ts";

/** What stands in place of a failure; `undefined` where nothing does. */
export type Instead<U> = (code: NetErrorCode) => U | undefined;

/** What `work` brings, or what stands in place of its failure on the network; any other failure is thrown on. */
export async function recover<T, U>(work: Promise<T>, instead: Instead<U>): Promise<T | U> {
  try {
    return await work;
  } catch (error) {
    const value = error instanceof NetError ? instead(error.code) : undefined;
    if (value === undefined) throw error;
    return value;
  }
}

/** `value` for these failures alone. */
export const on =
  <const U>(codes: readonly NetErrorCode[], value: U): Instead<U> =>
  (code) =>
    codes.includes(code) ? value : undefined;

/** Says nothing about the target: the scan itself has come to its end. */
export const isScanEnd = (code: NetErrorCode): boolean => code === "budget" || code === "aborted";

/** For whatever the target's network does; where the scan has come to its end, nothing is known. */
export const unlessEnded =
  <const U>(instead: (code: NetErrorCode) => U): Instead<U> =>
  (code) =>
    isScanEnd(code) ? undefined : instead(code);
