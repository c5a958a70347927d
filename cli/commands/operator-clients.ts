import {
  type ClientRegistration,
  listClients,
  registerClient,
  removeClient,
} from "@sekimori/portal-server/openid-clients";
import { z } from "zod";
import { withOperatorDatabase } from "../processes/operator-database.ts";

interface AddOptions {
  readonly id: string;
  readonly name: string;
  readonly redirectUri: string[];
  readonly postLogoutRedirectUri: string[];
  readonly backChannelLogoutUri?: string;
  readonly policyUri?: string;
  readonly termsUri?: string;
  /** As typed; the registration checks them. */
  readonly scope: NonNullable<ClientRegistration["scopes"]>;
  readonly firstParty: boolean;
  readonly public: boolean;
  readonly requirePar: boolean;
  readonly requireDpop: boolean;
  readonly idTokenAlg: "RS256" | "ES256";
}

/** `sekimori operator clients add`: prints the secret, once. */
export async function addClient(options: AddOptions): Promise<void> {
  const { backChannelLogoutUri, policyUri, termsUri } = options;
  try {
    const secret = await withOperatorDatabase((books) =>
      registerClient(books, {
        clientId: options.id,
        name: options.name,
        redirectUris: options.redirectUri,
        postLogoutRedirectUris: options.postLogoutRedirectUri,
        ...(backChannelLogoutUri === undefined ? {} : { backChannelLogoutUri }),
        ...(policyUri === undefined ? {} : { policyUri }),
        ...(termsUri === undefined ? {} : { termsUri }),
        scopes: options.scope,
        isFirstParty: options.firstParty,
        isPublic: options.public,
        requirePushedRequests: options.requirePar,
        requireDpop: options.requireDpop,
        idTokenAlgorithm: options.idTokenAlg,
      }),
    );
    console.log(`client_id      ${options.id}`);
    if (secret !== undefined) {
      console.log(`client_secret  ${secret}\nThe secret is not shown again; keep it now.`);
    }
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    for (const { path, message } of error.issues) console.error(`${path.join(".")}: ${message}`);
    process.exitCode = 1;
  }
}

/** `sekimori operator clients list` */
export async function showClients(): Promise<void> {
  const clients = await withOperatorDatabase(listClients);
  if (clients.length === 0) console.log("No application is registered.");
  for (const { clientId, name, isFirstParty, isPublic, redirectUris, scopes } of clients) {
    const kinds = [isFirstParty ? "first party" : "third party", isPublic ? "public" : "secret"];
    console.log(`${clientId}  ${name} (${kinds.join(", ")})`);
    for (const uri of redirectUris) console.log(`    ${uri}`);
    console.log(`    scopes: ${scopes?.join(" ") ?? "all"}`);
  }
}

/** `sekimori operator clients remove` @returns whether there was one */
export async function forgetClient(clientId: string): Promise<boolean> {
  const wasThere = await withOperatorDatabase((books) => removeClient(books, clientId));
  console.log(wasThere ? `${clientId} is removed.` : `No application has the id ${clientId}.`);
  return wasThere;
}
