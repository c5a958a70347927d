import { maintenanceAreas } from "@sekimori/kit-contract/maintenance";
import { Argument, Command } from "commander";
import { acting, placed, wholeNumber } from "./operator-options.ts";

const acts = () => import("./maintenance.ts");

const area = () =>
  new Argument("<area>", "what is closed: reads go on there").choices(maintenanceAreas);

type Area = (typeof maintenanceAreas)[number];

const minutes = wholeNumber(10_080, "Minutes are a whole number from 1 to 10080.");

/** `sekimori maintenance …`: closes parts of the product for a while. Reads DATABASE_URL. */
export function maintenanceCommand(): Command {
  const group = new Command("maintenance").description(
    "close parts of the product for a while: reads go on, staff and the console are not shut out",
  );
  acting(group.command("start").addArgument(area()))
    .description("close an area, or give one that is closed another reason and end")
    .requiredOption("--reason-ja <text>", "why, in Japanese; people read it")
    .requiredOption("--reason-en <text>", "why, in English; people read it")
    .option("--minutes <minutes>", "it is over by itself after so many", minutes)
    .option("--open-end", "it stays until somebody ends it")
    .action(async (of: Area, options) => (await acts()).start(of, options));
  placed(group.command("status"))
    .description("what is closed, why, by whom and until when")
    .action(async (options) => (await acts()).showStatus(options));
  acting(group.command("end").addArgument(area()))
    .description("open an area again")
    .action(async (of: Area, options) => (await acts()).end(of, options));
  return group;
}
