import { expect, test } from "vitest";
import { authorizationOf } from "./authorization-of.ts";

const guest = "https://karte.example";
const own = "redirect_uri=https%3A%2F%2Fkarte.example%2Fopenid%2Fcallback";

test("a guest's request goes to the portal's provider", () => {
  expect(authorizationOf(`client_id=karte&${own}&state=x`, guest)).toBe(
    `/v1/idp/oidc/authorize?client_id=karte&${own}&state=x&prompt=none`,
  );
});

test("nothing is shown in the frame, whatever the guest asks for", () => {
  const address = authorizationOf(`${own}&prompt=login&prompt=consent`, guest);
  expect(new URL(address ?? "", guest).searchParams.getAll("prompt")).toEqual(["none"]);
});

test.each([
  ["no return address", "client_id=karte"],
  ["another's", "redirect_uri=https%3A%2F%2Fevil.example%2F"],
  ["another's beside its own", `${own}&redirect_uri=https%3A%2F%2Fevil.example%2F`],
  ["a request object beside its own", `${own}&request=eyJhbGciOiJub25lIn0.e30.`],
  ["a pushed request", `${own}&request_uri=urn%3Aietf%3Aparams%3Aoauth%3Arequest_uri%3Ax`],
  ["none that is an address", "redirect_uri=karte"],
  ["one that only begins like its own", "redirect_uri=https%3A%2F%2Fkarte.example.evil.example%2F"],
])("a request with %s is none of the guest's", (_what, request) => {
  expect(authorizationOf(request, guest)).toBeUndefined();
});
