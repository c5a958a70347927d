import { Command, CommanderError } from "commander";
import { afterEach, expect, test, vi } from "vitest";
import { named } from "./operator-options.ts";

const system = vi.hoisted(() => ({ user: "sato" as string | undefined }));
vi.mock("node:os", async (original) => ({
  ...(await original<typeof import("node:os")>()),
  userInfo: () => {
    // As Node.js does under a number that no list of users has.
    if (system.user === undefined) throw new Error("uv_os_get_passwd returned ENOENT");
    return { username: system.user };
  },
}));
afterEach(() => {
  system.user = "sato";
});

/** Who is written down for what was typed, or what is said against it. */
function operatorOf(...typed: readonly string[]): unknown {
  const said: string[] = [];
  const command = named(new Command("act"))
    .exitOverride()
    .configureOutput({ writeErr: (text) => said.push(text) });
  try {
    return command.parse([...typed], { from: "user" }).opts().operator;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return said.join("");
  }
}

test("it is the system's user unless somebody is named", () => {
  expect([operatorOf(), operatorOf("--operator", " Suzuki ")]).toEqual(["sato", "Suzuki"]);
});

test("a user without a name, as containers have, is asked for one", () => {
  system.user = undefined;
  expect(operatorOf("--operator", "Suzuki")).toBe("Suzuki");
  expect(operatorOf()).toContain("required option '--operator <name>' not specified");
});

test("nobody acts without a name", () => {
  expect(operatorOf("--operator", "  ")).toContain("The audit log wants a name.");
});
