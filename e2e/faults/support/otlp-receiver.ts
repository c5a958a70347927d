import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

/** A span as it came, in words of OpenTelemetry's protocol. */
export interface ReceivedSpan {
  readonly service: string;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  /** "" where it begins its trace. */
  readonly parentSpanId: string;
}

interface Field {
  readonly number: number;
  readonly bytes: Buffer;
}

/** The length-delimited fields of a message (Protocol Buffers, encoding); the others are passed over. */
function fieldsOf(message: Buffer): Field[] {
  const fields: Field[] = [];
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = message[at] ?? 0;
      at += 1;
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  };
  while (at < message.length) {
    const key = varint();
    const [number, wire] = [Math.floor(key / 8), key % 8];
    if (wire === 0) varint();
    else if (wire === 1) at += 8;
    else if (wire === 5) at += 4;
    else {
      const length = varint();
      fields.push({ number, bytes: message.subarray(at, at + length) });
      at += length;
    }
  }
  return fields;
}

const within = (message: Buffer, number: number): Buffer[] =>
  fieldsOf(message).flatMap((field) => (field.number === number ? [field.bytes] : []));
const first = (message: Buffer, number: number): Buffer =>
  within(message, number)[0] ?? Buffer.alloc(0);

/** `service.name` of a resource: attributes (1), each key (1) and value (2), its string (1). */
function serviceOf(resource: Buffer): string {
  const named = within(resource, 1).find((pair) => first(pair, 1).toString() === "service.name");
  return named === undefined ? "" : first(first(named, 2), 1).toString();
}

/** opentelemetry/proto/trace/v1/trace.proto: resource spans, their scopes, their spans. */
function spansOf(body: Buffer): ReceivedSpan[] {
  return within(body, 1).flatMap((resourceSpans) => {
    const service = serviceOf(first(resourceSpans, 1));
    return within(resourceSpans, 2).flatMap((scope) =>
      within(scope, 2).map((span) => ({
        service,
        traceId: first(span, 1).toString("hex"),
        spanId: first(span, 2).toString("hex"),
        parentSpanId: first(span, 4).toString("hex"),
        name: first(span, 5).toString(),
      })),
    );
  });
}

/** Gauge, sum and histogram of a metric; the data points of each are its first field. */
const kindsOfData = [5, 7, 9];

/** opentelemetry/proto/metrics/v1/metrics.proto: names of the figures that have a value. */
function figuresOf(body: Buffer): string[] {
  return within(body, 1).flatMap((resourceMetrics) =>
    within(resourceMetrics, 2).flatMap((scope) =>
      within(scope, 2)
        .filter((metric) => kindsOfData.some((kind) => within(first(metric, kind), 1).length > 0))
        .map((metric) => first(metric, 1).toString()),
    ),
  );
}

/** Stands where an operator has a collector: takes OTLP over HTTP and keeps what it is told. */
export async function otlpReceiver() {
  const spans: ReceivedSpan[] = [];
  const figures = new Set<string>();
  const bodies: Buffer[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const server = createServer((request, reply) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const body = Buffer.concat(parts);
      bodies.push(body);
      headers.push(request.headers);
      if (request.url === "/v1/traces") spans.push(...spansOf(body));
      if (request.url === "/v1/metrics") for (const name of figuresOf(body)) figures.add(name);
      reply.writeHead(200, { "content-type": "application/x-protobuf" }).end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    figures,
    headers,
    /** All that came, as it came. */
    text: () => Buffer.concat(bodies).toString("latin1"),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
