import { noCompaniesAbroad } from "@sekimori/portal-server/settings";

/** What the rule looks at; the settings of a process have more. */
export interface AbroadSettings {
  readonly paymentProvider: string;
  readonly captcha: "none" | "altcha" | "recaptcha" | "turnstile";
  readonly companiesAbroadJa: string;
  readonly companiesAbroadEn: string;
}

const captchaCompanies = { recaptcha: "Google", turnstile: "Cloudflare" } as const;

/**
 * The companies abroad that these settings bring in for certain, with the setting that does.
 *
 * Of the others nobody can tell from here, or none receives anything of a member: mail goes through a
 * server that the operator chooses; an external ID is at a company that the member is with already;
 * a range server of breached passwords gets five digits of a hash, from us, and no word of whose.
 */
function companiesOf({ paymentProvider, captcha }: AbroadSettings): string[] {
  const companies: string[] = [];
  if (paymentProvider === "stripe") companies.push("Stripe (PAYMENT_PROVIDER)");
  if (captcha === "recaptcha" || captcha === "turnstile") {
    companies.push(`${captchaCompanies[captcha]} (CAPTCHA)`);
  }
  return companies;
}

/** Says nothing, or that there are none: as it stands unless set, however it is pointed. */
const namesNobody = (text: string) =>
  Object.values(noCompaniesAbroad).some((none) => bare(none) === bare(text));
const bare = (text: string) => text.replaceAll(/[\s.。]/g, "").toLowerCase();

/**
 * The lists that name nobody although a company abroad receives something of members: the member
 * terms would say what is not so (article 28 of the law on personal information).
 *
 * @returns pairs of setting and sentence
 */
export function unnamedCompaniesAbroad(settings: AbroadSettings): [key: string, message: string][] {
  const companies = companiesOf(settings);
  if (companies.length === 0) return [];
  const message = `must name ${companies.join(" and ")}, each with its country: the member terms list who abroad receives something of members`;
  return (["companiesAbroadJa", "companiesAbroadEn"] as const)
    .filter((key) => namesNobody(settings[key]))
    .map((key) => [key, message]);
}
