import { identityChecks } from "@sekimori/portal-server/identity-checks";
import { staffRoles } from "@sekimori/portal-server/staff-roles";
import { Command, Option } from "commander";
import { billing, notices, prices } from "./operator-money.ts";
import {
  acting,
  answering,
  explained,
  idOption,
  jobOption,
  named,
  placed,
  trying,
  wholeNumber,
} from "./operator-options.ts";
import { webhooks } from "./operator-webhooks.ts";

const collect = (value: string, earlier: readonly string[] = []) => [...earlier, value];

const clientActs = () => import("./operator-clients.ts");

/** What can be said of an application, when it is added and when it is changed. */
function describing(command: Command): Command {
  return command
    .option("--redirect-uri <address>", "exact return address; repeatable", collect)
    .option("--post-logout-redirect-uri <address>", "where sign-outs end; repeatable", collect)
    .option("--back-channel-logout-uri <address>", "told when a session ends")
    .option("--allow-private-addresses", "the portal may call it inside a private network")
    .option("--events-uri <address>", "told of what happens to its members")
    .option("--summaries-uri <address>", "asked for its part of the monthly mail")
    .option("--personal-data-uri <address>", "asked for its part of a copy of somebody's data")
    .option("--leaving-uri <address>", "asked what closes with somebody's account")
    .option("--resource <identifier>", "an API it may have tokens for; repeatable", collect)
    .option("--introspects <identifier>", "an API that it is; repeatable", collect)
    .option("--service", "gets tokens of its own, for work while nobody is signed in")
    .option("--policy-uri <address>", "its privacy policy")
    .option("--terms-uri <address>", "its terms")
    .option(
      "--logo <file>",
      "its picture, shown beside its name: PNG, JPEG or WebP, 64 KiB at most",
    )
    .option("--initiate-login-uri <address>", "where a sign-in begins on its side")
    .option("--origin <origin>", "where its scripts run, besides; repeatable", collect)
    .option("--scope <scope>", "the only ones it may ask for, beside openid; repeatable", collect)
    .option("--first-party", "one of our own: nobody is asked for consent")
    .option("--device", "runs where nobody can type: people sign in on another device (RFC 8628)")
    .option("--native", "runs on a device: return addresses of its own scheme, or any port")
    .option("--keys <file>", "its public keys (JWKS) instead of a secret: private_key_jwt")
    .addOption(
      new Option("--secret-in <place>", "how it sends its secret").choices(["basic", "post"]),
    )
    .option("--id-token-claims", "claims stand in ID tokens too")
    .option("--optional-pkce", "cannot do PKCE, and has a secret")
    .option("--require-par", "takes pushed authorization requests only")
    .option("--require-dpop", "gets tokens bound to its key only")
    .addOption(
      new Option("--id-token-alg <algorithm>", "how its ID tokens are signed").choices([
        "RS256",
        "ES256",
      ]),
    );
}

const presetOption = () =>
  new Option(
    "--preset <application>",
    "all that our own application needs; KARTE_ORIGIN and PORTAL_ORIGIN, CONSOLE_ORIGIN or INTEGRATION_ORIGIN, say where it is",
  ).choices(["karte", "console", "integration"]);

const hours = wholeNumber(720, "Hours are a whole number from 0 to 720.");

function clients(): Command {
  const group = new Command("clients").description(
    "applications that sign people in by the portal",
  );
  const command = (name: string, description: string) =>
    named(placed(group.command(name).description(description)));
  describing(command("add", "register an application under an id that is free"))
    .option("--id <id>", "client id: 1 to 64 of A-Z a-z 0-9 . _ ~ -")
    .option("--name <name>", "what people read where there is no name in their language")
    .option("--name-ja <name>", "what readers of Japanese read")
    .option("--name-en <name>", "what readers of English read")
    .addOption(presetOption())
    .option("--public", "cannot keep a secret; proves itself by PKCE alone")
    .action(async (options) => (await clientActs()).addClient(options));
  describing(command("update <id>", "change what is named; a repeatable option replaces its list"))
    .option("--name <name>", "what people read where there is no name in their language")
    .option("--name-ja <name>", "what readers of Japanese read")
    .option("--name-en <name>", "what readers of English read")
    .option("--no-name-ja", "readers of Japanese read the name again")
    .option("--no-name-en", "readers of English read the name again")
    .addOption(presetOption())
    .action(async (id: string, options) => (await clientActs()).updateClient(id, options));
  command("list", "every registered application").action(async (options) =>
    (await clientActs()).showClients(options),
  );
  command("show <id>", "all that is registered of one").action(async (id: string, options) =>
    (await clientActs()).showClient(id, options),
  );
  command("rotate-secret <id>", "give it a new secret; the former one works on for a while")
    .option("--keep-hours <hours>", "how long the former one works", hours, 24)
    .action(async (id: string, options) => (await clientActs()).rotateClientSecret(id, options));
  command("remove <id>", "forget an application; its tokens stop working").action(
    async (id: string, options) => (await clientActs()).forgetClient(id, options),
  );
  return group;
}

const resourceActs = () => import("./operator-resources.ts");

function resources(): Command {
  const group = new Command("resources").description("APIs that take the portal's access tokens");
  const command = (name: string, description: string) =>
    named(placed(group.command(name).description(description)));
  command("add", "register an API")
    .requiredOption("--id <identifier>", "its address, as it stands in requests and tokens")
    .requiredOption("--name <name>", "what operators read")
    .requiredOption("--scope <scope>", "what may be asked for there; repeatable", collect)
    .addOption(new Option("--token-format <format>", "jwt unless given").choices(["jwt", "opaque"]))
    .addOption(
      new Option("--algorithm <algorithm>", "RS256 unless given").choices(["RS256", "ES256"]),
    )
    .action(async (options) => (await resourceActs()).addApi(options));
  command("list", "every registered API").action(async (options) =>
    (await resourceActs()).showApis(options),
  );
  command("remove <identifier>", "give no more tokens for it").action(async (id: string, options) =>
    (await resourceActs()).forgetApi(id, options),
  );
  return group;
}

const roleActs = () => import("./operator-roles.ts");

function roles(): Command {
  const group = new Command("roles").description("what members are at an application or an API");
  const command = (name: string, description: string) =>
    named(placed(group.command(name).description(description))).requiredOption(
      "--at <id>",
      "an application's id or an API's identifier",
    );
  command("grant", "give a member a role there; tokens say so from the next on")
    .argument("<account>", "id of the account", idOption)
    .requiredOption("--role <role>", "as the application knows it")
    .action(async (id: string, options) => (await roleActs()).giveRole(id, options));
  command("revoke", "take a member's role away")
    .argument("<account>", "id of the account", idOption)
    .requiredOption("--role <role>", "as the application knows it")
    .action(async (id: string, options) => (await roleActs()).takeRole(id, options));
  command("list", "every role that members have there").action(async (options) =>
    (await roleActs()).showRoles(options),
  );
  return group;
}

function keys(): Command {
  const group = new Command("keys").description("keys that sign ID tokens");
  named(group.command("rotate"))
    .description("announce new signing keys; they take over after two days")
    .action(async (options) => (await import("./operator-keys.ts")).rotateKeys(options));
  return group;
}

const staffActs = () => import("./operator-staff.ts");

function staff(): Command {
  const group = new Command("staff").description("who works at the operator's console");
  acting(group.command("add").argument("<account>", "id of their account", idOption))
    .description(
      "appoint a member, or give somebody who works there other roles; a third administrator is not appointed by command",
    )
    .requiredOption("--name <name>", "what the audit log says of them")
    .addOption(
      new Option("--role <role...>", "one or several").choices(staffRoles).makeOptionMandatory(),
    )
    .action(async (id: string, options) => (await staffActs()).addStaff(id, options));
  acting(group.command("remove").argument("<account>", "id of their account", idOption))
    .description("end somebody's work there, and their sessions")
    .action(async (id: string, options) => (await staffActs()).endStaff(id, options));
  placed(group.command("list"))
    .description("everybody who works there, with their roles")
    .action(async (options) => (await staffActs()).showStaff(options));
  return group;
}

const workActs = () => import("./operator-work.ts");

function work(): Command {
  const group = new Command("work").description("what waits for somebody to look at it");
  placed(group.command("list"))
    .description(
      "parked contracts, charges and refunds without an answer, disputes, inquiries, deletions due, failed and late jobs, undelivered mails, silent webhooks; needs PORTAL_DATA_KEYS",
    )
    .action(async (options) => (await workActs()).showWork(options));
  acting(group.command("retry-job").argument("<job>", "number of the job", jobOption))
    .description("have a job that failed, was given up or is late done now")
    .action(async (job: string, options) => (await workActs()).retryOne(job, options));
  placed(group.command("registrations"))
    .description(
      "how far sign-ups of the last weeks got, and what became of their cards and trials; counts alone",
    )
    .action(async (options) => (await workActs()).showRegistrations(options));
  acting(group.command("send-mail").argument("<mail>", "id of the mail", idOption))
    .description("have a mail that waits sent now")
    .action(async (mail: string, options) => (await workActs()).sendOne(mail, options));
  return group;
}

const acts = () => import("./operator-acts.ts");
const support = () => import("./operator-support.ts");
const copies = () => import("./operator-copies.ts");

function accounts(): Command {
  const group = new Command("accounts").description("members' accounts");
  explained(named(answering(group.command("find <term...>"))))
    .description(
      "members by an address, beginnings of a name or company, a corporate number, a document's number, an id, event:NUMBER of the audit log, or a card's last four digits and the day of a charge",
    )
    .action(async (terms: string[], options) => (await support()).findAccounts(terms, options));
  explained(named(answering(group.command("show"))).argument("<id>", "of the account", idOption))
    .description(
      "a member on one page: where they stand, contract, the next charge and why it is this much, invoices, how they sign in, consents, what is open",
    )
    .action(async (id: string, options) => (await support()).showAccount(id, options));
  explained(named(answering(group.command("history"))).argument("<id>", "of the account", idOption))
    .description("what has happened with an account, newest first, also of one that is deleted")
    .option("--before <event>", "only what was before this event of the log")
    .action(async (id: string, options) => (await support()).showHistory(id, options));
  explained(trying(group.command("unlock").argument("<id>", "of the account", idOption)))
    .description(
      "end what keeps a member from signing in: wrong passwords and codes, too many mails",
    )
    .action(async (id: string, options) => (await support()).unlockAccount(id, options));
  explained(trying(group.command("undo-end").argument("<id>", "of the account", idOption)))
    .description("take a cancellation or the closing of an account back, until its last day")
    .action(async (id: string, options) => (await support()).undoEnd(id, options));
  explained(trying(group.command("recover").argument("<id>", "of the account", idOption)))
    .description(
      "help a member who has lost every factor: after 72 hours, which the member can stop, a mailed link sets a new password and removes passkeys, app and recovery codes",
    )
    .addOption(
      new Option("--checked <how>", "how you made sure that it is the member")
        .choices(identityChecks)
        .makeOptionMandatory(),
    )
    .requiredOption("--confirmed-by <name>", "the second person, who has agreed")
    .action(async (id: string, options) => (await support()).recoverAccount(id, options));
  explained(trying(group.command("copy").argument("<id>", "of the account", idOption)))
    .description(
      "a member's data of all applications, sealed to a file for a key: for a request for disclosure of somebody who can't sign in",
    )
    .requiredOption("--to <file>", "where to; it must not be there")
    .requiredOption("--key <file>", "public key or certificate, PEM, of whoever may open it")
    .option("--incomplete", "without the parts of applications that do not answer", false)
    .action(async (id: string, options) => (await copies()).copyAccount(id, options));
  answering(group.command("open-copy <file>"))
    .description("open a sealed copy with the private key, without a database: three files")
    .requiredOption("--key <file>", "the private key, PEM, not encrypted")
    .requiredOption("--to <folder>", "where to; it must not be there")
    .action(async (file: string, options) => (await copies()).openCopy(file, options));
  trying(group.command("end-sessions").argument("<id>", "of the account", idOption))
    .description("sign an account out everywhere; its password stays")
    .option("--reason <text>", "why, for the audit log: a ticket, and no name")
    .action(async (id: string, options) => (await acts()).endSessions(id, options));
  trying(group.command("force-reset").argument("<id>", "of the account", idOption))
    .description("end every session and require a new password")
    .option("--reason <text>", "why, for the audit log: a ticket, and no name")
    .action(async (id: string, options) => (await acts()).forceReset(id, options));
  trying(group.command("close").argument("<id>", "of the account", idOption))
    .description("close an account; its data is deleted within one month")
    .option("--unanswered", "because an inquiry was not answered in time; refused before")
    .action(async (id: string, options) => (await acts()).closeAccount(id, options));
  trying(group.command("inquire").argument("<id>", "of the account", idOption))
    .description("ask a member to confirm something, by mail; they have ten days")
    .requiredOption("--about-ja <text>", "what, in Japanese")
    .requiredOption("--about-en <text>", "what, in English")
    .action(async (id: string, options) => (await acts()).inquire(id, options));
  trying(group.command("answered").argument("<id>", "of the account", idOption))
    .description("note that a member has answered")
    .action(async (id: string, options) => (await acts()).noteAnswer(id, options));
  named(placed(group.command("inquiries")))
    .description("what waits for an answer, and whose ten days are over")
    .action(async (options) => (await acts()).showInquiries(options));
  trying(group.command("consenting"))
    .description("whoever consents to promotional mail now, as CSV or JSON; needs PORTAL_DATA_KEYS")
    .action(async (options) => (await import("./operator-addresses.ts")).showConsenting(options));
  placed(group.command("deletions").argument("[id]", "of the account", idOption))
    .description("what the latest deletions removed and kept, or that of one account, by table")
    .action(async (id: string | undefined, options) =>
      (await import("./operator-money-acts.ts")).showDeletions(id, options),
    );
  return group;
}

function audit(): Command {
  const group = new Command("audit").description("the log of security-relevant acts");
  named(group.command("verify"))
    .description("recompute the hash chain and hold it against the signed checkpoints")
    .option(
      "--expect <line or file>",
      "what was kept elsewhere: a checkpoint's line, a file of them or of the log, or - for standard input",
    )
    .action(async (options) => (await import("./operator-audit.ts")).verifyAudit(options));
  named(group.command("export"))
    .description(
      "write what was linked in a month or a range of days to a file that can be checked by itself",
    )
    .option("--month <month>", "a month in Tokyo, such as 2026-11")
    .option("--from <day>", "the first day in Tokyo, such as 2026-11-01")
    .option("--to <day>", "the last day")
    .requiredOption("--out <file>", "where to; it must not be there")
    .action(async (options) => (await import("./operator-audit.ts")).exportAudit(options));
  group
    .command("check <file>")
    .description("check a file of export, without a database")
    .option(
      "--expect <line or file>",
      "checkpoints that were kept elsewhere: a line, a file of them or of the log, or - for standard input",
    )
    .action(async (file: string, options) =>
      (await import("./operator-audit.ts")).checkAuditFile(file, options),
    );
  named(group.command("checkpoint"))
    .description("sign the log's present end, and print the line to be kept elsewhere")
    .action(async (options) => (await import("./operator-audit.ts")).signCheckpoint(options));
  return group;
}

const seconds = wholeNumber(86_400, "Seconds are a whole number up to 86400.");

function dataKeys(): Command {
  const group = new Command("data-keys").description("keys that seal personal data");
  named(group.command("rotate"))
    .description(
      "seal everything again with the first key of the application's data keys, once every process seals with it",
    )
    .option("--wait <seconds>", "how long to wait for processes with another first key", seconds, 0)
    .addOption(
      new Option("--application <name>", "whose data")
        .choices(["portal", "karte"])
        .default("portal"),
    )
    .action(async (options) =>
      options.application === "karte"
        ? (await import("./operator-karte.ts")).rotateKarteDataKeys(options)
        : (await acts()).rotateDataKeys(options),
    );
  return group;
}

/** `sekimori operator …`: what the people who run the service do. Reads DATABASE_URL and keys. */
export function operatorCommand(): Command {
  return new Command("operator")
    .description("tasks of the people who run the service")
    .addCommand(accounts())
    .addCommand(notices())
    .addCommand(billing())
    .addCommand(prices())
    .addCommand(audit())
    .addCommand(clients())
    .addCommand(resources())
    .addCommand(roles())
    .addCommand(staff())
    .addCommand(work())
    .addCommand(webhooks())
    .addCommand(dataKeys())
    .addCommand(keys());
}
