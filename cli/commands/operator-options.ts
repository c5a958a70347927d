import { userInfo } from "node:os";
import { type Command, InvalidArgumentError, Option } from "commander";

/** Where the command works, and how it answers. */
export function placed(command: Command): Command {
  return answering(
    command.option(
      "--data <folder>",
      "the data of a running “sekimori start”, instead of DATABASE_URL",
    ),
  );
}

/** The system's user; undefined in a container that runs under a number without a name. */
function systemUser(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    return undefined;
  }
}

function nameOption(text: string): string {
  const name = text.trim();
  if (name === "") throw new InvalidArgumentError("The audit log wants a name.");
  return name;
}

/** A command whose doing is written down, and by whom: the system's user unless one is named. */
export function named(command: Command): Command {
  const user = systemUser();
  const option = new Option("--operator <name>", "who does this, for the audit log");
  option.argParser(nameOption);
  return command.addOption(
    user === undefined ? option.makeOptionMandatory() : option.default(user),
  );
}

/** A command that changes something: who does it is written down, and it can be tried first. */
export function acting(command: Command): Command {
  return tried(named(placed(command)));
}

/** The same with the settings of a portal process. */
export function trying(command: Command): Command {
  return tried(named(answering(command)));
}

/** A command that answers in sentences, or in JSON. */
export const answering = (command: Command): Command =>
  command.option("--json", "answer in JSON", false);

/** A command that opens personal data: why stands in the audit log, beside who. */
export const explained = (command: Command): Command =>
  command.requiredOption(
    "--reason <text>",
    "why, for the audit log, which keeps it for ever: a ticket, and no name",
  );

const tried = (command: Command) =>
  command.option("--dry-run", "say what would be done, and do nothing", false);

/** An id of ours, as other commands print it. */
export function idOption(text: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) {
    throw new InvalidArgumentError("An id is written as 123e4567-e89b-42d3-a456-426614174000.");
  }
  return text.toLowerCase();
}

/** The number of a job, as “work list” prints it. */
export function jobOption(text: string): string {
  if (!/^[0-9]{1,18}$/.test(text)) throw new InvalidArgumentError("A job has a number.");
  return text;
}

/** A calendar day as YYYY-MM-DD. */
export function dayOption(text: string): string {
  const parsed = new Date(`${text}T00:00:00Z`);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(parsed.getTime());
  if (!isDay || parsed.toISOString().slice(0, 10) !== text) {
    throw new InvalidArgumentError("A day is written as 2027-01-31.");
  }
  return text;
}

/** A month as YYYY-MM; its 1st. */
export function monthOption(text: string): string {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) {
    throw new InvalidArgumentError("A month is written as 2027-01.");
  }
  return `${text}-01`;
}

/** A whole number from 0 to `most`; `refusal` is the sentence for everything else. */
export const wholeNumber =
  (most: number, refusal: string) =>
  (text: string): number => {
    const value = Number(text);
    if (!Number.isInteger(value) || value < 0 || value > most) {
      throw new InvalidArgumentError(refusal);
    }
    return value;
  };

/** A whole number of yen. */
export function yenOption(text: string): number {
  const value = Number(text);
  if (!/^\d{1,9}$/.test(text) || value < 1) {
    throw new InvalidArgumentError("An amount is a whole number of yen.");
  }
  return value;
}

/** A whole rate in per cent. */
export function percentOption(text: string): number {
  const value = Number(text);
  if (!/^\d{1,2}$/.test(text)) throw new InvalidArgumentError("A rate is a whole number.");
  return value;
}

/** A moment: YYYY-MM-DDTHH:MM in Tokyo, or with its own offset. */
export function momentOption(text: string): Date {
  const moment = new Date(/(Z|[+-]\d{2}:\d{2})$/.test(text) ? text : `${text}+09:00`);
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text) || Number.isNaN(moment.getTime())) {
    throw new InvalidArgumentError("A moment is written as 2027-01-31T09:00, in Tokyo.");
  }
  return moment;
}
