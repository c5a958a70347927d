import {
  addAlertRule,
  changeAlertRule,
  listAlertRules,
} from "@sekimori/karte-contract/endpoints/alerts";
import { addDomain, changeDomain, getDomain } from "@sekimori/karte-contract/endpoints/domains";
import { createGroup, listGroups, renameGroup } from "@sekimori/karte-contract/endpoints/groups";
import { changeMember, listPeople } from "@sekimori/karte-contract/endpoints/people";
import { getWorkspace, renameWorkspace } from "@sekimori/karte-contract/endpoints/workspaces";
import type { TestClient } from "@sekimori/kit-development/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestKarte, type TestKarte, type TestWorkspace } from "./test-karte.ts";

// What a form shows, what it saves, and what somebody else saves between: nothing is lost unseen.

let karte: TestKarte;
beforeAll(async () => {
  karte = await startTestKarte();
});
afterAll(() => karte?.close());

/** One record that a form changes: `save` as the form does, `look` as its page does. */
interface Edited<Value> {
  readonly values: readonly [Value, Value, Value];
  readonly save: (value: Value, was?: Value) => ReturnType<TestClient["attempt"]>;
  readonly look: () => Promise<Value>;
}

const edits: Readonly<Record<string, (workspace: TestWorkspace) => Promise<Edited<unknown>>>> = {
  async "the workspace's name"({ owner: { browser } }) {
    const first = (await browser.call(getWorkspace, {})).name;
    return {
      values: [first, "支店", "本店"],
      save: (name, was) =>
        browser.attempt(renameWorkspace, {
          body: {
            name: String(name),
            ...(was === undefined ? {} : { was: { name: String(was) } }),
          },
        }),
      look: async () => (await browser.call(getWorkspace, {})).name,
    };
  },
  async "a group's name"({ owner: { browser } }) {
    const { id } = await browser.call(createGroup, { body: { name: "本社" } });
    return {
      values: ["本社", "支社", "営業所"],
      save: (name, was) =>
        browser.attempt(renameGroup, {
          params: { id },
          body: {
            name: String(name),
            ...(was === undefined ? {} : { was: { name: String(was) } }),
          },
        }),
      look: async () => (await browser.call(listGroups, {})).groups[0]?.name,
    };
  },
  async "a domain's label"(workspace) {
    return domainEdit(workspace, "label", ["", "表玄関", "裏口"]);
  },
  async "a domain's schedule"(workspace) {
    return domainEdit(workspace, "schedule", ["none", "daily", "weekly"]);
  },
  async "a domain's groups"(workspace) {
    const { browser } = workspace.owner;
    const ids = [];
    for (const name of ["a", "b"]) {
      ids.push((await browser.call(createGroup, { body: { name } })).id);
    }
    return domainEdit(workspace, "groups", [[], ids, ids.slice(1)]);
  },
  async "who is responsible for a domain"(workspace) {
    const other = await workspace.join("member");
    return domainEdit(workspace, "responsible", [null, other.id, workspace.owner.id]);
  },
  async "a member's role"(workspace) {
    const { id } = await workspace.join("member");
    const { browser } = workspace.owner;
    const now = async () =>
      (await browser.call(listPeople, {})).members.find((member) => member.id === id);
    return {
      values: ["member", "admin", "member"],
      save: (role, was) =>
        browser.attempt(changeMember, {
          params: { id },
          body: { role, ...(was === undefined ? {} : { was: { role: was } }) } as never,
        }),
      look: async () => (await now())?.role,
    };
  },
  async "what a viewer sees"(workspace) {
    const { browser } = workspace.owner;
    const { id: group } = await browser.call(createGroup, { body: { name: "見える" } });
    const { id } = await workspace.join("viewer", [group]);
    return {
      values: [[group], null, []],
      save: (groups, was) =>
        browser.attempt(changeMember, {
          params: { id },
          body: {
            role: "viewer",
            groups,
            ...(was === undefined ? {} : { was: { groups: was } }),
          } as never,
        }),
      look: async () => {
        const { members } = await browser.call(listPeople, {});
        return members.find((one) => one.id === id)?.groups?.map((one) => one.id) ?? null;
      },
    };
  },
  async "an alert rule"({ owner }) {
    const { browser } = owner;
    const rule = (severity: unknown) => ({
      kind: "finding.new",
      severity,
      days: null,
      group: null,
      view: null,
      mail: false,
      bell: true,
      webhook: false,
      recipients: [owner.id],
    });
    const { id } = await browser.call(addAlertRule, { body: rule("high") as never });
    const now = async () =>
      (await browser.call(listAlertRules, {})).rules.find((one) => one.id === id)?.severity;
    return {
      values: ["high", "critical", "high"],
      save: (severity, was) =>
        browser.attempt(changeAlertRule, {
          params: { id },
          body: { ...rule(severity), ...(was === undefined ? {} : { was: rule(was) }) } as never,
        }),
      look: now,
    };
  },
};

async function domainEdit(
  { owner: { browser } }: TestWorkspace,
  field: "label" | "schedule" | "groups" | "responsible",
  values: readonly [unknown, unknown, unknown],
): Promise<Edited<unknown>> {
  const { id } = await browser.call(addDomain, { body: { name: "edited.example.jp" } });
  return {
    values,
    save: (value, was) =>
      browser.attempt(changeDomain, {
        params: { id },
        body: { [field]: value, ...(was === undefined ? {} : { was: { [field]: was } }) },
      }),
    look: async () => {
      const domain = await browser.call(getDomain, { params: { id } });
      if (field === "groups") return domain.groups.map((group) => group.id);
      return field === "responsible" ? (domain.responsible?.id ?? null) : domain[field];
    },
  };
}

test.each(Object.keys(edits))(
  "%s: a form that shows what is no longer so saves nothing",
  async (name) => {
    const begin = edits[name];
    if (begin === undefined) throw new Error(name);
    const { values, save, look } = await begin(await karte.workspace());
    const [read, theirs, mine] = values;
    expect(await look()).toEqual(read);
    expect((await save(theirs, read)).status).toBe(200);
    // Another tab, which was filled before, saves its own value, and puts back what it had.
    for (const stale of [mine, read]) {
      const refused = await save(stale, read);
      expect([refused.status, refused.error().type]).toEqual([409, "ChangedMeanwhile"]);
      expect(sorted(await look())).toEqual(sorted(theirs));
    }
    // The save that is repeated because its answer was lost is no conflict.
    expect((await save(theirs, read)).status).toBe(200);
    expect((await save(mine, theirs)).status).toBe(200);
    expect(sorted(await look())).toEqual(sorted(mine));
    // A program may name nothing.
    expect((await save(theirs)).status).toBe(200);
  },
);

const sorted = (value: unknown) => (Array.isArray(value) ? value.toSorted() : value);
