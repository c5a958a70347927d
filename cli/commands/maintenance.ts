import { formatMoment } from "@sekimori/kit-contract/dates";
import type { Maintenance } from "@sekimori/kit-contract/maintenance";
import {
  endMaintenance,
  presentMaintenance,
  type SetMaintenance,
  startMaintenance,
} from "@sekimori/portal-server/maintenance";
import { OperatorRefused } from "@sekimori/portal-server/operator-money";
import { type Acting, acted } from "../processes/operator-acting.ts";
import { complaining, type Shared, say } from "../processes/operator-answers.ts";
import { withOperatorTables } from "../processes/operator-database.ts";

type Area = Maintenance["area"];

interface StartOptions extends Acting {
  readonly reasonJa: string;
  readonly reasonEn: string;
  readonly minutes?: number;
  readonly openEnd?: true;
}

const endWords = ({ endsAt }: Pick<Maintenance, "endsAt">): string =>
  endsAt === null
    ? "until “maintenance end”"
    : `until ${formatMoment(endsAt, "en")} in Tokyo, by itself`;

/** `sekimori maintenance start` */
export function start(area: Area, options: StartOptions): Promise<void> {
  const { reasonJa, reasonEn, minutes, openEnd } = options;
  return complaining(
    { reasonJa: "--reason-ja", reasonEn: "--reason-en", minutes: "--minutes" },
    () =>
      acted(options, async () => {
        if ((minutes === undefined) === (openEnd === undefined)) {
          throw new OperatorRefused("Give either --minutes, or --open-end for no end of its own.");
        }
        const asked = { area, reasonJa, reasonEn, minutes: minutes ?? null };
        const facts = await withOperatorTables(options.data, (tables) =>
          startMaintenance(tables, options, asked),
        );
        const text = `Closed: ${area}, ${endWords(facts)}. All processes follow within seconds.`;
        return { facts, text };
      }),
  );
}

/** `sekimori maintenance end` */
export function end(area: Area, options: Acting): Promise<void> {
  return acted(options, async () => {
    const wasClosed = await withOperatorTables(options.data, (tables) =>
      endMaintenance(tables, options, area),
    );
    if (!wasClosed) throw new OperatorRefused(`${area} is not closed.`);
    return { facts: { area }, text: `Open again: ${area}. All processes follow within seconds.` };
  });
}

const line = (one: SetMaintenance): string =>
  `${one.area}: ${endWords(one)}, since ${formatMoment(one.startedAt, "en")}, by ${one.startedBy}: ${one.reason.en}`;

/** `sekimori maintenance status` */
export async function showStatus(options: Shared): Promise<void> {
  const closed = await withOperatorTables(options.data, presentMaintenance);
  say(options, closed, closed.map(line).join("\n") || "Nothing is closed.");
}
