import { describe, expect, it } from "vitest";
import { loadData } from "../../../data/load-data.ts";
import { rowsFor } from "./provider.ts";
import { registrableOf } from "./registration.ts";

const { takeovers, suffixes } = loadData();

describe("who can have a provider's name, by the built-in rows", () => {
  it.each([
    ["shop.us-east-1.elasticbeanstalk.com", "yes"],
    ["shop.elasticbeanstalk.com", "no"],
    ["shop.eba-7f3kq2dx.us-east-1.elasticbeanstalk.com", "no"],
    ["shop.fer-7f3kq2dx.us-east-1.elasticbeanstalk.com", "no"],
    ["shop-env.6zycefn8gp.us-west-2.elasticbeanstalk.com", "unknown"],
    ["shop-1234567890.ap-northeast-1.elb.amazonaws.com", "no"],
    ["shop-1234567890.elb.ap-northeast-1.amazonaws.com", "no"],
    ["shop-1234567890.ap-northeast-1.elb.amazonaws.com.cn", undefined],
    ["shop.azurewebsites.net", "yes"],
    ["shop-ds27dh7271aah175.japaneast-01.azurewebsites.net", "no"],
    // In somebody's own environment, where nobody else has names.
    ["shop.kaisha-env.p.azurewebsites.net", "no"],
    ["shop.kaisha-env.appserviceenvironment.net", "no"],
    ["shop.japaneast.cloudapp.azure.com", "yes"],
    ["shop.cloudapp.net", "unknown"],
    ["shop.trafficmanager.net", "unknown"],
    ["shop.privatelink.blob.core.windows.net", "unknown"],
    ["shop.blob.core.windows.net", "yes"],
    ["shop.vpce.amazonaws.com", undefined],
  ])("%s: %s", (name, claimable) => {
    const [row] = rowsFor([name], takeovers).filter(({ sign }) => sign === "absent");
    expect(row?.claimable).toBe(claimable);
  });

  it("what its owner keeps by a record can be had by nobody: that of Azure's App Service", () => {
    expect(rowsFor(["shop.azurewebsites.net"], takeovers)[0]?.guard).toBe("asuid");
    expect(rowsFor(["shop.blob.core.windows.net"], takeovers)[0]?.guard).toBeUndefined();
  });

  it("no page with status 200 is enough for a name that strangers can claim", () => {
    const rows = takeovers.filter(({ sign }) => sign !== "absent" && sign.status.includes(200));
    expect(rows.filter(({ claimable }) => claimable === "yes")).toEqual([]);
  });
});

describe("who may register the domain above a name", () => {
  it.each([
    ["www.shop.jp", "shop.jp", "open"],
    ["www.shop.co.jp", "shop.co.jp", "restricted"],
    ["www.ministry.go.jp", "ministry.go.jp", "closed"],
    ["www.school.ac.jp", "school.ac.jp", "closed"],
    ["www.school.ed.jp", "school.ed.jp", "closed"],
    ["www.town.lg.jp", "town.lg.jp", "closed"],
    ["www.shop.tokyo.jp", "shop.tokyo.jp", "open"],
    // The older geographic names, of which there are no new ones.
    ["www.city.hakone.kanagawa.jp", "city.hakone.kanagawa.jp", "closed"],
    ["www.shop.naka.yokohama.jp", "shop.naka.yokohama.jp", "closed"],
    ["www.school.edu", "school.edu", "closed"],
    ["www.office.gov.au", "office.gov.au", "closed"],
    ["www.school.ac.nz", "school.ac.nz", "closed"],
    ["www.shop.com", "shop.com", "open"],
    ["www.maps.google", "maps.google", "unknown"],
    ["www.school.k12.ca.us", "school.k12.ca.us", "unknown"],
    // Private suffixes: what is registered is the company's own domain.
    ["shop.ap-northeast-1.elb.amazonaws.com", "amazonaws.com", "open"],
    ["shop.github.io", "github.io", "open"],
    ["shop.pages.dev", "pages.dev", "open"],
    ["shop.blogspot.com", "blogspot.com", "open"],
    ["shop.sakura.ne.jp", "sakura.ne.jp", "restricted"],
  ])("%s: %s, %s", (name, domain, registration) => {
    expect(registrableOf(name, suffixes)).toMatchObject({ domain, registration });
  });

  it.each([
    ["www.shop.com", "https://rdap.verisign.com/com/v1/"],
    ["www.shop.app", "https://pubapi.registry.google/rdap/"],
    // The registry of jp has no RDAP.
    ["www.shop.jp", null],
    ["www.maps.google", null],
  ])("the registry of %s: %s", (name, rdap) => {
    expect(registrableOf(name, suffixes)?.rdap).toBe(rdap);
  });

  it("a name outside of the public DNS has none", () => {
    expect(registrableOf("printer.internal", suffixes)).toBeNull();
  });
});
