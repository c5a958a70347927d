import { locales } from "@sekimori/kit-contract/locale";
import { Command, Option } from "commander";
import {
  acting,
  dayOption,
  idOption,
  momentOption,
  monthOption,
  named,
  percentOption,
  placed,
  trying,
  yenOption,
} from "./operator-options.ts";

const acts = () => import("./operator-money-acts.ts");

/** `sekimori operator billing …` */
export function billing(): Command {
  const group = new Command("billing").description("invoices, charges, refunds and the books");
  const looking = (name: string, description: string) =>
    placed(group.command(name).description(description));
  const changing = (name: string, description: string) =>
    acting(group.command(name).description(description));
  looking("month", "due, paid, failed and refunded by day, and what waits for somebody")
    .argument("<month>", "as 2027-01", monthOption)
    .action(async (month: string, options) => (await acts()).showMonth(month, options));
  looking("preview", "what the run of a business date would do; reads all settings")
    .argument("<day>", "as 2027-01-31", dayOption)
    .action(async (day: string, options) =>
      (await import("./operator-acts.ts")).previewBilling(day, options),
    );
  changing("run", "have a worker bill a business date; what is billed is not billed again")
    .argument("<day>", "as 2027-01-31", dayOption)
    .action(async (day: string, options) => (await acts()).runDay(day, options));
  changing("compare", "have a worker compare a day with the payment company's ledger again")
    .argument("<day>", "as 2027-01-31", dayOption)
    .action(async (day: string, options) => (await acts()).compare(day, options));
  changing("refund", "give money back; a credit note follows where the law wants one")
    .argument("<invoice>", "number of the invoice, as SK-00000042")
    .option("--amount <yen>", "with tax; all that is left unless given", yenOption)
    .requiredOption("--reason <text>", "stands on the credit note")
    .action(async (number: string, options) => (await acts()).refund(number, options));
  changing("retry", "try an unpaid invoice once more, now")
    .argument("<invoice>", "number of the invoice")
    .action(async (number: string, options) => (await acts()).retry(number, options));
  changing("give-up", "call an unpaid invoice uncollectible; it can still be paid")
    .argument("<invoice>", "number of the invoice")
    .action(async (number: string, options) => (await acts()).giveUp(number, options));
  changing("void", "take an unpaid invoice back: nothing of it is owed, its number stays taken")
    .argument("<invoice>", "number of the invoice")
    .requiredOption("--reason <text>", "for the audit log")
    .action(async (number: string, options) => (await acts()).makeVoid(number, options));
  changing("park", "let the run leave one contract alone")
    .argument("<contract>", "id of the contract", idOption)
    .requiredOption("--reason <text>", "for whoever looks next")
    .action(async (contract: string, options) => (await acts()).parkOne(contract, options));
  changing("release", "let the run bill a parked contract again, its missed months one a day")
    .argument("<contract>", "id of the contract", idOption)
    .action(async (contract: string, options) => (await acts()).releaseOne(contract, options));
  changing("close", "close a month of the books for good: nothing is posted into it any more")
    .argument("<month>", "as 2027-01", monthOption)
    .option("--despite <reason>", "why what differs from the payment company's ledger may stay so")
    .action(async (month: string, options) => (await acts()).closeOne(month, options));
  trying(group.command("export"))
    .description("a month of the books as accounting services import it; needs PORTAL_DATA_KEYS")
    .argument("<month>", "as 2027-01", monthOption)
    .addOption(
      new Option("--format <format>", "which service")
        .choices(["freee", "moneyforward"])
        .makeOptionMandatory(),
    )
    .option("--account <name=value>", "another name of an account; repeatable", (text, all) => [
      ...(Array.isArray(all) ? all : []),
      text,
    ])
    .action(async (month: string, options) => (await acts()).exportMonth(month, options));
  named(
    looking(
      "find",
      "documents of all members by date, amount and counterparty, alone or combined; reads all settings",
    ),
  )
    .option("--from <day>", "issued on this day or later", dayOption)
    .option("--to <day>", "issued on this day or earlier", dayOption)
    .option("--least <yen>", "of this amount or more", yenOption)
    .option("--most <yen>", "of this amount or less", yenOption)
    .option("--party <text>", "a part of a name, or of the number")
    .action(async (options) => (await import("./operator-acts.ts")).findDocuments(options));
  changing("documents", "a month's documents of all members as ZIP files; reads all settings")
    .argument("<month>", "as 2027-01", monthOption)
    .requiredOption("--out <folder>", "where the files are written; none there is overwritten")
    .addOption(
      new Option("--language <language>", "of the documents").choices([...locales]).default("ja"),
    )
    .action(async (month: string, options) =>
      (await import("./operator-acts.ts")).exportDocuments(month, options),
    );
  return group;
}

/** `sekimori operator prices …` */
export function prices(): Command {
  const group = new Command("prices").description("what the detailed plan costs, and from when");
  acting(group.command("announce").description("announce a price; members are mailed and agree"))
    .requiredOption("--from <day>", "a 1st at least 30 days ahead", dayOption)
    .requiredOption("--price <yen>", "a month, tax included", yenOption)
    .option("--tax-percent <rate>", "consumption tax contained in it", percentOption, 10)
    .action(async (options) => (await acts()).announce(options));
  placed(group.command("list").description("announced prices, with the answers to them")).action(
    async (options) => (await acts()).showPrices(options),
  );
  return group;
}

/** `sekimori operator notices …` */
export function notices(): Command {
  const group = new Command("notices").description("notices at members' bell");
  acting(group.command("publish").description("publish a notice in both languages"))
    .requiredOption("--title-ja <text>", "title in Japanese")
    .requiredOption("--title-en <text>", "title in English")
    .requiredOption("--body-ja <text>", "text in Japanese")
    .requiredOption("--body-en <text>", "text in English")
    .addOption(
      new Option("--audience <who>", "members of one plan only")
        .choices(["all", "detailed", "free", "security24"])
        .default("all"),
    )
    .option("--from <moment>", "not before this moment, as 2027-01-31T09:00", momentOption)
    .option("--until <moment>", "not after this moment", momentOption)
    .action(async (options) => (await acts()).publish(options));
  placed(group.command("list").description("every notice, also those to come")).action(
    async (options) => (await acts()).showNotices(options),
  );
  acting(
    group
      .command("withdraw")
      .argument("<id>", "of the notice", idOption)
      .description("take a notice back"),
  ).action(async (id: string, options) => (await acts()).takeBack(id, options));
  return group;
}
