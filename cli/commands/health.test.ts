import { once } from "node:events";
import { createServer as createPlainServer, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { issueSelfSigned } from "@sekimori/diagnosis/fixtures/pki/authority";
import { expect, onTestFinished, test, vi } from "vitest";
import { health } from "./health.ts";

/** Answers /readyz alone, on a port of its own. */
const answering =
  (status: number): RequestListener =>
  (request, response) =>
    response.writeHead(request.url === "/readyz" ? status : 404).end("about to stop");

async function portOf(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
  });
  return String((server.address() as AddressInfo).port);
}

function complaints() {
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => said.mockRestore());
  return () => said.mock.calls.join("\n");
}

test.each([
  ["portal", "LISTEN_PORT"],
  ["karte", "LISTEN_PORT"],
  ["console", "CONSOLE_PORT"],
  ["worker", "PROBE_PORT"],
] as const)("%s is asked where %s says, also one that answers everywhere", async (whose, name) => {
  const said = complaints();
  const PORTAL_ORIGIN = "https://portal.example";
  const at = { PORTAL_ORIGIN, LISTEN_HOST: "0.0.0.0", PROBE_HOST: "0.0.0.0" };
  const ready = await portOf(createPlainServer(answering(200)));
  expect(await health(whose, { ...at, [name]: ready }), said()).toBe(true);
  const leaving = await portOf(createPlainServer(answering(503)));
  expect(await health(whose, { ...at, [name]: leaving })).toBe(false);
  expect(said()).toContain(`sekimori ${whose} is not ready (503): about to stop`);
});

test("a portal that speaks TLS itself is asked by TLS, and another's certificate is refused", async () => {
  const said = complaints();
  const own = await issueSelfSigned({ name: "portal.example", key: "rsa2048" });
  const other = await issueSelfSigned({ name: "portal.example", key: "rsa2048" });
  const LISTEN_PORT = await portOf(
    createTlsServer({ cert: own.certificate, key: own.key }, answering(200)),
  );
  const asked = (origin: string, certificate: string) =>
    health("portal", { PORTAL_ORIGIN: origin, LISTEN_PORT, TLS_CERTIFICATE: certificate });
  expect(await asked("https://portal.example", own.certificate), said()).toBe(true);
  expect(await asked("https://portal.example", other.certificate)).toBe(false);
  expect(await asked("https://elsewhere.example", own.certificate)).toBe(false);
  expect(said()).toContain("does not answer");
});

test("a process that is gone, and a worker without a port of its own, are told of", async () => {
  const said = complaints();
  expect(await health("karte", { LISTEN_PORT: "1" })).toBe(false);
  expect(said()).toContain("sekimori karte does not answer: connect ECONNREFUSED");
  await expect(health("worker", {})).rejects.toThrow("PROBE_PORT is not set");
});
