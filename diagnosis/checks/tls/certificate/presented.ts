import { X509Certificate } from "node:crypto";
import type { CheckContext } from "../../../engine/context.ts";
import type { TlsSession } from "../../../net/clients.ts";
import { NetError } from "../../../net/net-error.ts";
import { surveyTls } from "../../tls-survey/survey.ts";

/** What an address shows of its certificate. */
export interface Presented {
  readonly leaf: X509Certificate;
  /** In the order sent; null when only TLS 1.3 showed it, which hides the order from us. */
  readonly sent: readonly X509Certificate[] | null;
  /** OpenSSL's view; null when it could not finish a handshake. */
  readonly session: TlsSession | null;
}

/**
 * The certificate of an address, once for all checks: by a finished handshake, or else from the hello of
 * a server too old for one. null when it shows none. Throws like `surveyTls`.
 */
export function presented(context: CheckContext): Promise<Presented | null> {
  return context.once("tls-presented", async () => {
    const [session, seen] = await Promise.all([sessionOrNull(context), surveyTls(context)]);
    const chains = seen.classic.map(({ certificates }) => certificates);
    const leaf = session?.certificates[0] ?? firstParsed(chains);
    if (leaf === null) return null;
    // A server with two certificates shows the other one to some hellos.
    const own = chains.find(([first]) => first !== undefined && leaf.raw.equals(first));
    // Mostly the very certificates that the handshake showed, parsed already.
    const held = session?.certificates ?? [];
    const known = (der: Uint8Array) => held.find(({ raw }) => raw.equals(der)) ?? parsed(der);
    return { leaf, sent: own?.flatMap((der) => known(der) ?? []) ?? null, session };
  });
}

/** The server's own certificate; null when it shows none. */
export async function presentedLeaf(context: CheckContext): Promise<X509Certificate | null> {
  return (await presented(context))?.leaf ?? null;
}

async function sessionOrNull(context: CheckContext): Promise<TlsSession | null> {
  try {
    return await context.tls.handshake();
  } catch (error) {
    // An old server breaks off; our own limits and a closed port are another matter.
    if (error instanceof NetError && ["tls", "reset", "closed"].includes(error.code)) return null;
    throw error;
  }
}

function firstParsed(chains: readonly (readonly Uint8Array[])[]): X509Certificate | null {
  for (const [first] of chains) {
    const leaf = first && parsed(first);
    if (leaf) return leaf;
  }
  return null;
}

function parsed(der: Uint8Array): X509Certificate | null {
  try {
    return new X509Certificate(der);
  } catch {
    return null;
  }
}
