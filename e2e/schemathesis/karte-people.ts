import { getSession } from "@sekimori/karte-contract/endpoints/session";
import { addToken } from "@sekimori/karte-contract/endpoints/tokens";
import { scopeNames } from "@sekimori/karte-contract/token-scopes";
import { Person } from "../faults/support/person.ts";

const redirectsMost = 10;

/** Somebody who is signed in at the portal signs in at karte, as karte's frame does. */
export async function enterKarte(member: Person, karteOrigin: string): Promise<Person> {
  const person = new Person(karteOrigin, { network: member.network });
  let url = new URL("/openid/sign-in", karteOrigin);
  for (let count = 0; count < redirectsMost; count += 1) {
    const by = url.origin === karteOrigin ? person : member;
    const { headers } = await by.send({ url: url.pathname + url.search });
    const location = headers.get("location");
    if (location === null) break;
    url = new URL(location, url);
  }
  // Throws where the way did not lead into karte, and brings the CSRF token.
  await person.call(getSession, {});
  return person;
}

/** A token that may do all that tokens may. */
export async function newToken(person: Person): Promise<string> {
  const body = { label: "schemathesis", scopes: [...scopeNames], days: 1 };
  return (await person.call(addToken, { body })).secret;
}
