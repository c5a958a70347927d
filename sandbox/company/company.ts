import { fixtureAuthority } from "@sekimori/diagnosis/fixtures/pki/fixture-authority";
import { startWorld, type World, type WorldDescription } from "@sekimori/diagnosis/fixtures/world";
import { backyardDomains } from "./backyard.ts";
import { machine, nameServers } from "./building-blocks.ts";
import { corporateDomains } from "./corporate.ts";
import { customerDomains } from "./customers.ts";
import type { Day, SampleDomain } from "./sample-domain.ts";

/** All domains that the sandbox serves. */
export const sampleDomains: readonly SampleDomain[] = [
  ...corporateDomains,
  ...customerDomains,
  ...backyardDomains,
];

/** The cloud that once hosted a campaign: it exists, the campaign's place in it does not. */
const cloud = { name: "azurewebsites.net", records: () => [] };

async function companyOn(day: Day): Promise<WorldDescription> {
  const { root } = await fixtureAuthority();
  return {
    trustAnchors: [root.certificate],
    zones: [...sampleDomains.map((domain) => domain.zone(day)), cloud],
    machines: {
      ns1: machine(nameServers.ns1, {}),
      ns2: machine(nameServers.ns2, {}),
      registry: machine(["a", 1], {}),
      ...Object.assign({}, ...sampleDomains.map((domain) => domain.machines(day))),
    },
  };
}

/**
 * Starts the sample company's servers as they are on a day: web, mail and name servers, all on
 * 127.0.0.1 and on ports that the system chooses, so that an ordinary user may do it.
 */
export async function startCompany(day: Day = 0): Promise<World> {
  return startWorld(await companyOn(day));
}
