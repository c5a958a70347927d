import { captchaChallenge } from "@sekimori/portal-contract/endpoints/site";
import { type Challenge, solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/sha";
import { client } from "../client.ts";

/**
 * Solves ALTCHA's proof of work: some thousand hashes, a fraction of a second. The browser computes
 * them outside the page's thread (Web Crypto), so the page stays responsive without a worker.
 *
 * @returns challenge and solution as the server reads them, or undefined when the library gave up
 * after ninety seconds; the server then says that it could not be verified
 * @throws ApiError when there is no challenge to be had
 */
export async function proofOfWork(): Promise<string | undefined> {
  const challenge = (await client.call(captchaChallenge)) as unknown as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey });
  return solution === null ? undefined : btoa(JSON.stringify({ challenge, solution }));
}
