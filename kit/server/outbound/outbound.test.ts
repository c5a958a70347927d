import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  createOutbound,
  type Outbound,
  type OutboundOptions,
  OutboundRefused,
} from "./outbound.ts";

const publicAddress = "93.184.215.14";
let heard: string[] = [];
let server: Server;
let origin: string;

const answer: RequestListener = (request, response) => {
  heard.push(`${request.method} ${request.url}`);
  if (request.url === "/elsewhere") response.writeHead(302, { location: "/secret" }).end();
  else if (request.url === "/endless") response.write("…");
  else if (request.url === "/large") response.end("x".repeat(5_000));
  else response.end("heard");
};

beforeAll(async () => {
  server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://localhost:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

let opened: Outbound[] = [];
afterEach(async () => {
  heard = [];
  for (const outbound of opened) await outbound.close();
  opened = [];
});

function guard(options: Partial<OutboundOptions> = {}): Outbound {
  const outbound = createOutbound({ production: false, ...options });
  opened.push(outbound);
  return outbound;
}

const refusal = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "called",
    (error) => (error instanceof OutboundRefused ? error.reason : `other: ${error}`),
  );

describe("what is refused before a connection is opened", () => {
  test.each([
    ["mail.example", "not_an_address"],
    ["/hook", "not_an_address"],
    ["http://hooks.example/", "scheme"],
    ["ftp://hooks.example/", "scheme"],
    ["file:///etc/passwd", "scheme"],
    ["https://user:word@hooks.example/", "credentials"],
    ["https://hooks.example:22/", "port"],
    ["https://hooks.example:5432/", "port"],
    ["https://127.0.0.1/", "special_address"],
    ["https://0x7f.1/", "special_address"],
    ["https://2130706433/", "special_address"],
    ["https://10.0.0.7/", "special_address"],
    ["https://169.254.169.254/latest/meta-data/", "special_address"],
    ["https://168.63.129.16/", "special_address"],
    ["https://100.64.0.1/", "special_address"],
    ["https://192.0.2.1/", "special_address"],
    ["https://224.0.0.1/", "special_address"],
    ["https://255.255.255.255/", "special_address"],
    ["https://0.0.0.0/", "special_address"],
    ["https://[::1]/", "special_address"],
    ["https://[::]/", "special_address"],
    ["https://[::ffff:127.0.0.1]/", "special_address"],
    ["https://[::ffff:93.184.215.14]/", "special_address"],
    ["https://[64:ff9b::7f00:1]/", "special_address"],
    ["https://[2002:7f00:1::]/", "special_address"],
    ["https://[fe80::1]/", "special_address"],
    ["https://[fd00::1]/", "special_address"],
    ["https://[2001:db8::1]/", "special_address"],
    ["https://[4000::1]/", "special_address"],
  ])("%s: %s", async (address, reason) => {
    const outbound = guard({
      production: true,
      resolve: async () => [publicAddress],
      dial: () => expect.unreachable("a connection was opened"),
    });
    expect(await refusal(outbound.check(address))).toBe(reason);
    expect(await refusal(outbound.fetch(address))).toBe(reason);
  });

  test.each([
    ["every address is special", ["10.0.0.7"], "special_address"],
    ["one of several is special", [publicAddress, "10.0.0.7"], "special_address"],
    ["the resolver gives something else", ["fe80::1%eth0"], "special_address"],
    ["it has no address", [], "unknown_host"],
  ])("a name of which %s", async (_, addresses, reason) => {
    const outbound = guard({ resolve: async () => addresses });
    expect(await refusal(outbound.check("https://hooks.example/"))).toBe(reason);
    expect(await refusal(outbound.fetch("https://hooks.example/"))).toBe(reason);
  });

  test("a name that the resolver does not know", async () => {
    const outbound = guard({ resolve: async () => Promise.reject(new Error("ENOTFOUND")) });
    expect(await refusal(outbound.fetch("https://hooks.example/"))).toBe("unknown_host");
  });

  test("ordinary addresses are called", async () => {
    const outbound = guard({ production: true, resolve: async () => [publicAddress] });
    await outbound.check("https://hooks.example/");
    await outbound.check("https://hooks.example:8443/path?query");
    await outbound.check(`https://${publicAddress}/`);
    await outbound.check("https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/");
  });
});

describe("rebinding", () => {
  test("a name that was public when it was checked and is not when it is called", async () => {
    const answers = [[publicAddress], ["127.0.0.1"]];
    const dialled: string[] = [];
    const outbound = guard({
      ports: [(server.address() as AddressInfo).port],
      resolve: async () => answers.shift() ?? [],
      dial: (address, port) => {
        dialled.push(address);
        return connect(port, address);
      },
    });
    const address = origin.replace("http://localhost", "https://hooks.example");
    await outbound.check(address);
    expect(await refusal(outbound.fetch(address))).toBe("special_address");
    expect(dialled).toEqual([]);
  });

  test("a request resolves once and connects to what was looked at", async () => {
    const dialled: string[] = [];
    let asked = 0;
    const outbound = guard({
      resolve: async () => {
        asked += 1;
        return asked === 1 ? [publicAddress] : ["127.0.0.1"];
      },
      dial: (address) => {
        dialled.push(address);
        // Nobody is there: this test must not leave the machine.
        return connect({ host: "127.0.0.1", port: 1 });
      },
    });
    expect(await refusal(outbound.fetch("https://hooks.example/"))).toContain("fetch failed");
    expect([asked, dialled]).toEqual([1, [publicAddress]]);
  });

  test("a connection that ends up at another peer is given up", async () => {
    const outbound = guard({
      resolve: async () => [publicAddress],
      dial: () => connect((server.address() as AddressInfo).port, "127.0.0.1"),
    });
    const failure = await outbound.fetch("https://hooks.example/").catch((error) => error.cause);
    expect(String(failure)).toContain("another address");
    expect(heard).toEqual([]);
  });

  test("the second address serves when the first does not answer", async () => {
    const dialled: string[] = [];
    const outbound = guard({
      loopback: [origin],
      resolve: async () => ["::1", "127.0.0.1"],
      dial: (address, port) => {
        dialled.push(address);
        return connect(address === "::1" ? 1 : port, address);
      },
    });
    const response = await outbound.fetch(origin);
    expect(await response.text()).toBe("heard");
    expect(dialled).toEqual(["::1", "127.0.0.1"]);
  });
});

describe("addresses on this machine", () => {
  test("those that are listed are called, others are not", async () => {
    const outbound = guard({ loopback: [origin] });
    const response = await outbound.fetch(`${origin}/hook`, { method: "POST", body: "{}" });
    expect([response.status, await response.text()]).toEqual([200, "heard"]);
    expect(heard).toEqual(["POST /hook"]);
    expect(await refusal(outbound.fetch(origin.replace("localhost", "127.0.0.1")))).toBe("scheme");
    expect(await refusal(outbound.fetch("https://localhost/"))).toBe("special_address");
  });

  test("a listed origin is not called when its name stands for another machine", async () => {
    const outbound = guard({ loopback: [origin], resolve: async () => [publicAddress] });
    expect(await refusal(outbound.fetch(origin))).toBe("special_address");
  });

  test("production refuses to list any", () => {
    expect(() => createOutbound({ production: true, loopback: [origin] })).toThrow("production");
  });
});

describe("private networks", () => {
  const options = { production: true, privateNetworks: ["10.1.0.0/16", "fd12::/32"] };

  test.each([
    ["https://10.1.2.3/", "called"],
    ["https://[fd12::7]/", "called"],
    ["https://10.2.0.1/", "special_address"],
    ["https://[fd13::7]/", "special_address"],
    ["https://127.0.0.1/", "special_address"],
  ])("%s: %s", async (address, reason) => {
    expect(await refusal(guard(options).check(address))).toBe(reason);
  });

  test.each(["127.0.0.0/8", "169.254.0.0/16", "0.0.0.0/0", "10.0.0.0/7", "::/0", "8.8.8.0/24"])(
    "%s is no private network",
    (network) => {
      expect(() => createOutbound({ production: true, privateNetworks: [network] })).toThrow();
    },
  );
});

describe("answers", () => {
  test("a redirect is not followed", async () => {
    const response = await guard({ loopback: [origin] }).fetch(`${origin}/elsewhere`, {
      redirect: "follow",
    });
    expect([response.status, response.headers.get("location")]).toEqual([302, "/secret"]);
    expect(heard).toEqual(["GET /elsewhere"]);
  });

  test("an answer that does not end is given up", async () => {
    const outbound = guard({ loopback: [origin], timeout: 200 });
    await expect(
      outbound.fetch(`${origin}/endless`).then((response) => response.text()),
    ).rejects.toThrow(/timeout/);
  });

  test("an answer that is too large is given up", async () => {
    const outbound = guard({ loopback: [origin], largestAnswer: 1_000 });
    await expect(
      outbound.fetch(`${origin}/large`).then((response) => response.text()),
    ).rejects.toThrow();
  });
});
