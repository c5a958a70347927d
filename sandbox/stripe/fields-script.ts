/**
 * What the stand-in gives browsers in place of the company's script: the part of its documented
 * interface that our page uses, as strict about what it is given. Each field is a frame of the
 * stand-in's own origin; the frames find each other without our page, which learns a token only.
 */
export const stripeScript = `(() => {
  const origin = new URL(document.currentScript.src).origin;
  const known = {
    options: ["locale"],
    elements: ["locale", "fonts", "appearance"],
    create: ["style", "classes", "placeholder", "disabled", "showIcon", "iconStyle", "disableLink"],
    method: ["type", "card", "billing_details", "metadata"],
  };
  const refuse = (message) => {
    const error = new Error(message);
    error.name = "IntegrationError";
    throw error;
  };
  const only = (name, given) => {
    for (const key of Object.keys(given ?? {})) {
      if (!known[name].includes(key)) refuse("Unrecognized parameter: " + key);
    }
  };
  const kinds = { cardNumber: "number", cardExpiry: "expiry", cardCvc: "code" };
  window.Stripe = (key, options) => {
    only("options", options);
    if (!/^pk_(test|live)_/.test(key)) refuse("Invalid publishable key.");
    const group = crypto.randomUUID();
    const waiting = new Map();
    const made = new Map();
    window.addEventListener("message", (event) => {
      if (event.origin !== origin || event.data?.group !== group) return;
      const { kind, type, payload } = event.data;
      if (type === "answer") {
        waiting.get(payload.id)?.(payload.answer);
        waiting.delete(payload.id);
        return;
      }
      for (const listen of made.get(kind)?.listeners[type] ?? []) listen(payload);
    });
    const element = (name, given) => {
      if (!Object.hasOwn(kinds, name)) refuse("Unknown element: " + name);
      only("create", given);
      const kind = kinds[name];
      const frame = document.createElement("iframe");
      frame.title = "Secure " + kind + " input frame";
      frame.style.cssText = "border:0;width:100%;height:28px;display:block";
      const tell = (type, payload) =>
        frame.contentWindow?.postMessage({ group, type, payload }, origin);
      const self = {
        listeners: {},
        frame,
        on(type, listen) {
          (self.listeners[type] ??= []).push(listen);
          return self;
        },
        mount(place) {
          if (!place) refuse("The selector you specified applies to no DOM elements.");
          const color = given?.style?.base?.color ?? "";
          frame.src = origin + "/fields/" + kind + "?" + new URLSearchParams({ group, color, key });
          place.append(frame);
        },
        update(changes) {
          only("create", changes);
          tell("style", changes.style?.base?.color ?? "");
        },
        focus() {
          frame.focus();
          tell("focus");
        },
        destroy: () => frame.remove(),
      };
      made.set(kind, self);
      return self;
    };
    return {
      elements(given) {
        only("elements", given);
        return { create: element, update: (changes) => only("elements", changes) };
      },
      createPaymentMethod(data) {
        only("method", data);
        if (data.type !== "card") refuse("Unknown type.");
        if (data.card !== made.get("number")) refuse("card must be the number element.");
        const id = crypto.randomUUID();
        return new Promise((resolve) => {
          waiting.set(id, resolve);
          const payload = { id, name: data.billing_details?.name ?? "" };
          data.card.frame.contentWindow.postMessage({ group, type: "create", payload }, origin);
        });
      },
    };
  };
})();`;

/** The page of one field: an input, and the frame of the number asks its neighbours. */
export const fieldPage = (kind: string, label: string) => `<!doctype html><html lang="en">
<meta charset="utf-8"><title>${label}</title>
<style>*{box-sizing:border-box}body{margin:0}input{width:100%;height:28px;border:0;outline:0;background:transparent;font:16px sans-serif;color:var(--c,#000)}</style>
<input id="field" aria-label="${label}" autocomplete="off" inputmode="numeric">
<script>
const query = new URLSearchParams(location.search);
const group = query.get("group");
const kind = ${JSON.stringify(kind)};
const input = document.getElementById("field");
const neighbours = new BroadcastChannel(group);
const tell = (type, payload) => parent.postMessage({ group, kind, type, payload }, "*");
const colour = (color) => document.documentElement.style.setProperty("--c", color);
colour(query.get("color"));
const brandOf = (digits) =>
  /^4/.test(digits) ? "visa" : /^5[1-5]/.test(digits) ? "mastercard" : /^35/.test(digits) ? "jcb"
  : /^3[47]/.test(digits) ? "amex" : /^3[068]/.test(digits) ? "diners" : /^62/.test(digits) ? "unionpay" : "unknown";
const patterns = { number: /^\\d{14,16}$/, expiry: /^\\d{2}\\s*\\/?\\s*\\d{2}$/, code: /^\\d{3,4}$/ };
input.addEventListener("input", () => {
  const text = input.value.replace(/\\s/g, "");
  const complete = patterns[kind].test(text);
  const error = /[^\\d/]/.test(text) ? { message: "Your " + kind + " is invalid.", type: "validation_error" } : undefined;
  tell("change", { complete, error, empty: text === "", brand: kind === "number" ? brandOf(text) : undefined });
});
input.addEventListener("focus", () => tell("focus"));
input.addEventListener("blur", () => tell("blur"));
neighbours.onmessage = ({ data }) => {
  if (data.ask) neighbours.postMessage({ from: kind, id: data.ask, value: input.value });
};
const ask = () => new Promise((resolve) => {
  const id = crypto.randomUUID();
  const found = {};
  const heard = ({ data }) => {
    if (data.id !== id) return;
    found[data.from] = data.value;
    if (found.expiry !== undefined && found.code !== undefined) {
      neighbours.removeEventListener("message", heard);
      resolve(found);
    }
  };
  neighbours.addEventListener("message", heard);
  neighbours.postMessage({ ask: id });
});
addEventListener("message", async ({ data }) => {
  if (data.group !== group) return;
  if (data.type === "focus") input.focus();
  if (data.type === "style") colour(data.payload);
  if (data.type !== "create") return;
  const { id, name } = data.payload;
  const { expiry, code } = await ask();
  const [month, year] = expiry.split("/").map((part) => part.trim());
  const response = await fetch("/fields/methods", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ key: query.get("key"), number: input.value.replace(/\\s/g, ""), month, year, code, name }),
  });
  const answer = await response.json();
  tell("answer", { id, answer });
});
tell("ready");
</script></html>`;
