import { groupNameMost } from "@sekimori/portal-contract/constants";

const groupsMost = 300;

/** What stands under a name: of itself, else part by part, as Keycloak nests roles. */
function under(claims: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name
    .split(".")
    .reduce<unknown>(
      (found, part) =>
        typeof found === "object" && found !== null && Object.hasOwn(found, part)
          ? (found as Record<string, unknown>)[part]
          : undefined,
      claims,
    );
}

/** Entra ID leaves out groups that are too many, and names where they can be asked for instead. */
const isElsewhere = ({ _claim_names: names }: Readonly<Record<string, unknown>>, name: string) =>
  typeof names === "object" && names !== null && Object.hasOwn(names, name);

/**
 * The groups or roles that a provider states of somebody. Who is stated to be in none has none, also where
 * the claim is missing.
 *
 * @returns undefined where the provider says that it does not say.
 */
export function saidGroups(
  claims: Readonly<Record<string, unknown>>,
  name: string,
): readonly string[] | undefined {
  if (isElsewhere(claims, name)) return undefined;
  const found = under(claims, name);
  const all = Array.isArray(found) ? found : [found];
  const texts = all.filter(
    (one): one is string => typeof one === "string" && one !== "" && one.length <= groupNameMost,
  );
  return [...new Set(texts)].sort().slice(0, groupsMost);
}
