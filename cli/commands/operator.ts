import { Command, Option } from "commander";

const collect = (value: string, earlier: readonly string[]) => [...earlier, value];

function clients(): Command {
  const group = new Command("clients").description(
    "applications that sign people in by the portal",
  );
  group
    .command("add")
    .description("register an application, or replace what is registered under its id")
    .requiredOption("--id <id>", "client id: 1 to 64 of A-Z a-z 0-9 . _ ~ -")
    .requiredOption("--name <name>", "what people read when they are asked for consent")
    .requiredOption("--redirect-uri <address>", "exact return address; repeatable", collect, [])
    .option("--post-logout-redirect-uri <address>", "where sign-outs end; repeatable", collect, [])
    .option("--back-channel-logout-uri <address>", "told when a session ends")
    .option("--policy-uri <address>", "its privacy policy")
    .option("--terms-uri <address>", "its terms")
    .option(
      "--scope <scope>",
      "the only ones it may ask for, beside openid; repeatable",
      collect,
      [],
    )
    .option("--first-party", "one of our own: nobody is asked for consent", false)
    .option("--public", "cannot keep a secret; proves itself by PKCE alone", false)
    .option("--require-par", "takes pushed authorization requests only", false)
    .option("--require-dpop", "gets tokens bound to its key only", false)
    .addOption(
      new Option("--id-token-alg <algorithm>", "how its ID tokens are signed")
        .choices(["RS256", "ES256"])
        .default("RS256"),
    )
    .action(async (options) => (await import("./operator-clients.ts")).addClient(options));
  group
    .command("list")
    .description("every registered application")
    .action(async () => (await import("./operator-clients.ts")).showClients());
  group
    .command("remove <id>")
    .description("forget an application; its tokens stop working")
    .action(async (id: string) => {
      if (!(await (await import("./operator-clients.ts")).forgetClient(id))) process.exitCode = 1;
    });
  return group;
}

function keys(): Command {
  const group = new Command("keys").description("keys that sign ID tokens");
  group
    .command("rotate")
    .description("announce new signing keys; they take over after two days")
    .action(async () => (await import("./operator-keys.ts")).rotateKeys());
  return group;
}

const acts = () => import("./operator-acts.ts");

function accounts(): Command {
  const group = new Command("accounts").description("members' accounts");
  group
    .command("find <email>")
    .description("the open account of an address")
    .action(async (email: string) => (await acts()).findAccount(email));
  group
    .command("end-sessions <id>")
    .description("sign an account out everywhere; its password stays")
    .action(async (id: string) => (await acts()).endSessions(id));
  group
    .command("force-reset <id>")
    .description("end every session and require a new password")
    .action(async (id: string) => (await acts()).forceReset(id));
  group
    .command("close <id>")
    .description("close an account; its data is deleted within one month")
    .action(async (id: string) => (await acts()).closeAccount(id));
  return group;
}

function notices(): Command {
  const group = new Command("notices").description("notices at every member's bell");
  group
    .command("publish")
    .description("publish a notice in both languages")
    .requiredOption("--title-ja <text>", "title in Japanese")
    .requiredOption("--title-en <text>", "title in English")
    .requiredOption("--body-ja <text>", "text in Japanese")
    .requiredOption("--body-en <text>", "text in English")
    .action(async (options) => (await acts()).publishNotice(options));
  group
    .command("withdraw <id>")
    .description("take a notice back")
    .action(async (id: string) => (await acts()).withdrawNotice(id));
  return group;
}

function audit(): Command {
  const group = new Command("audit").description("the log of security-relevant acts");
  group
    .command("verify")
    .description("recompute the hash chain")
    .action(async () => (await acts()).verifyAudit());
  return group;
}

function dataKeys(): Command {
  const group = new Command("data-keys").description("keys that seal personal data");
  group
    .command("rotate")
    .description("seal everything again with the first key of PORTAL_DATA_KEYS")
    .action(async () => (await acts()).rotateDataKeys());
  return group;
}

/** `sekimori operator …`: what the people who run the service do. Reads DATABASE_URL and keys. */
export function operatorCommand(): Command {
  return new Command("operator")
    .description("tasks of the people who run the service")
    .addCommand(accounts())
    .addCommand(notices())
    .addCommand(audit())
    .addCommand(clients())
    .addCommand(dataKeys())
    .addCommand(keys());
}
