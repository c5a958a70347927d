import { AppError } from "@sekimori/kit-server/errors";

/** Issuers of Microsoft's that stand for every organisation there, or for anybody. */
const sharedTenants = ["common", "organizations", "consumers"];

/**
 * The issuer as an owner typed it, who may have copied the address of its description.
 *
 * @throws AppError ProviderRefused.
 */
export function readIssuer(text: string): string {
  const refused = (reason: string) => new AppError("ProviderRefused", { data: { reason } });
  const issuer = text.replace(/\/?\.well-known\/openid-configuration$/, "");
  if (!URL.canParse(issuer)) throw refused("not-found");
  const { hostname, pathname, search, hash, username, password } = new URL(issuer);
  if (search !== "" || hash !== "" || username !== "" || password !== "")
    throw refused("not-found");
  const [tenant = ""] = pathname.split("/").filter(Boolean);
  if (hostname === "login.microsoftonline.com" && sharedTenants.includes(tenant.toLowerCase())) {
    throw refused("shared");
  }
  return issuer;
}
