import { Command, Option } from "commander";
import { acting, placed } from "./operator-options.ts";

const acts = () => import("./operator-webhooks-acts.ts");

const collect = (value: string, earlier: readonly string[] = []) => [...earlier, value];

/** `sekimori operator webhooks …` */
export function webhooks(): Command {
  const group = new Command("webhooks").description(
    "events for your own systems (CRM, accounting); needs PORTAL_DATA_KEYS",
  );
  const looking = (name: string, description: string) =>
    placed(group.command(name).description(description));
  const changing = (name: string, description: string) =>
    acting(group.command(name).description(description));
  changing("add", "tell an address of events; prints the signing secret, once")
    .requiredOption("--url <address>", "https, as the public reaches it")
    .requiredOption("--label <text>", "what you call it")
    .requiredOption("--event <name>", "repeatable; “webhooks events” names them", collect)
    .action(async (options) => (await acts()).add(options));
  group
    .command("events")
    .description("what can be told")
    .addOption(new Option("--json", "answer in JSON").default(false))
    .action(async (options) => (await acts()).showEvents(options));
  looking("list", "every webhook, and how it does").action(async (options) =>
    (await acts()).list(options),
  );
  changing("change <id>", "change what is named; --event replaces the list")
    .option("--url <address>", "https, as the public reaches it")
    .option("--label <text>", "what you call it")
    .option("--event <name>", "repeatable", collect)
    .option("--disable", "take it out of use")
    .option("--enable", "take it into use again")
    .action(async (id: string, options) => (await acts()).change(id, options));
  changing("rotate-secret <id>", "give it a new secret; the former one signs too meanwhile").action(
    async (id: string, options) => (await acts()).rotateSecret(id, options),
  );
  changing("remove <id>", "remove it and its log").action(async (id: string, options) =>
    (await acts()).remove(id, options),
  );
  changing("test <id>", "send it an event of the type “test”").action(async (id: string, options) =>
    (await acts()).test(id, options),
  );
  looking("log [id]", "what was sent, the latest first; of one webhook where it is named")
    .option("--size <count>", "entries at most", Number, 50)
    .action(async (id: string | undefined, options) => (await acts()).log(id, options));
  changing("replay [delivery]", "send a message again, with its own id")
    .option("--failed <id>", "everything of this webhook that has not arrived")
    .action(async (delivery: string | undefined, options) =>
      (await acts()).replay(delivery, options),
    );
  return group;
}
