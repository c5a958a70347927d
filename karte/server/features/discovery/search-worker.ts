import { lookAlikes } from "@sekimori/diagnosis/look-alikes";
import { candidatesMost, lookAlikesMost } from "@sekimori/karte-contract/constants";
import type { Job } from "@sekimori/kit-server/jobs";
import { sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { candidateStateCode } from "../../database/codes.ts";
import { inScope, wholeWorkspace } from "../../database/scope.ts";
import type { NameFacts } from "../../ports/name-finder.ts";
import { searchNames } from "../candidate-records/discovery-jobs.ts";
import { type FoundName, keepFound } from "./keep-found.ts";
import { isBelow, provedDomains } from "./proved-names.ts";

/** Registrable domains that one search begins from. */
const originsMost = 20;

/** That a name is served by hosts below what is proved: a provider's hosts say nothing. */
function servedByOwn(facts: NameFacts, own: readonly string[]): readonly FoundName[] {
  const paths = (relation: "name-server" | "mail-host", hosts: readonly string[]) =>
    hosts.flatMap((host) => {
      const origin = own.find((name) => host === name || isBelow(host, name));
      return origin === undefined
        ? []
        : [{ name: facts.name, relation, origin, evidence: host } as const];
    });
  return [...paths("name-server", facts.nameServers), ...paths("mail-host", facts.mailHosts)];
}

const shown = ({ nameServers, mailHosts, addresses, aliases }: NameFacts) =>
  [
    ...addresses.slice(0, 2).map((one) => `A ${one}`),
    ...aliases.slice(0, 1).map((one) => `CNAME ${one}`),
    ...nameServers.slice(0, 2).map((one) => `NS ${one}`),
    ...mailHosts.slice(0, 1).map((one) => `MX ${one}`),
  ].join(", ");

/** Names that were found before and that nobody has judged. */
async function waiting(tx: KarteTransaction): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from karte.candidate where state = ${candidateStateCode.of("new")}
    order by strength, name limit ${candidatesMost}`.execute(tx);
  return rows.map(({ name }) => name);
}

/** The job that looks for names, of a press or of a file with addresses. Nothing is sent to what it finds. */
export function searchJob(context: KarteContext): Job {
  const { db, clock, nameFinder, logger } = context;
  return searchNames.handledBy(async ({ workspace, addresses }, job) => {
    const inside = <T>(work: (tx: KarteTransaction) => Promise<T>) =>
      inScope(db, wholeWorkspace(workspace), work);
    const keep = (found: readonly FoundName[]) =>
      inside((tx) => keepFound(context, tx, workspace, found, clock.now()));
    const { own, known } = await inside(async (tx) => ({
      own: await provedDomains(tx),
      known: await waiting(tx),
    }));
    const names = own.map(({ name }) => name);
    const registrables = [...new Set(own.map(({ registrable }) => registrable))].slice(
      0,
      originsMost,
    );
    if (addresses.length > 0) {
      const found = await nameFinder.namesOf(addresses, job.signal);
      await keep(
        found.map(({ address, name }) => ({
          ...({ name, relation: "address-file", origin: address } as const),
          evidence: `PTR ${name}`,
        })),
      );
    } else {
      const looked: NameFacts[] = [];
      for (const origin of registrables) {
        // A source that does not answer is no reason not to look elsewhere.
        const logged = await nameFinder.logged(origin, job.signal).catch((error: unknown) => {
          logger.warn({ err: error }, "certificate transparency was not read");
          return [];
        });
        await keep(
          logged.map((name) => ({
            ...({ name, relation: "certificate-log", origin } as const),
            evidence: name,
          })),
        );
        const alike = lookAlikes(origin, lookAlikesMost).map(({ name }) => name);
        const there = await nameFinder.lookUp(alike, job.signal);
        looked.push(...there);
        await keep(
          there.map((facts) => ({
            ...({ name: facts.name, relation: "look-alike", origin } as const),
            evidence: shown(facts),
          })),
        );
      }
      const isLooked = new Set(looked.map(({ name }) => name));
      looked.push(
        ...(await nameFinder.lookUp(
          known.filter((name) => !isLooked.has(name) && !names.some((one) => isBelow(name, one))),
          job.signal,
        )),
      );
      await keep(looked.flatMap((facts) => servedByOwn(facts, names)));
    }
    await inside((tx) =>
      tx.updateTable("karte.candidate_search").set({ finished_at: clock.now() }).execute(),
    );
  });
}
