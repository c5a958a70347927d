import type { Catalogue } from "@sekimori/kit-web/language/language";
import { type PageName, pagePaths } from "@sekimori/portal-contract/page-routes";
import type { ComponentType } from "react";
import type { NonIndexRouteObject } from "react-router";
import { featureCatalogue, privateCatalogue } from "../catalogues.ts";
import { language } from "../language.ts";
import { loadSite } from "../site.ts";
import { guardLoader } from "./guard-loader.ts";
import type { PageHandle } from "./page-handle.ts";

interface PageSettings extends Pick<PageHandle, "title" | "access"> {
  /** Differs from the page's own path where further parts follow. */
  readonly path?: string;
  /** May begin a visit, see the guard. */
  readonly entry?: boolean;
  readonly legal?: boolean;
  readonly footerHidden?: boolean;
  readonly bare?: boolean;
  /** The features, and parts of the app, whose sentences it shows. */
  readonly sentences: readonly string[];
  /** Whether the operator's settings decide what stands where: nothing may move when they arrive. */
  readonly needsSite?: boolean;
  readonly load: () => Promise<ComponentType>;
}

/** A page of the route table: guarded, and loaded with its sentences when it is first visited. */
export function page(name: PageName, settings: PageSettings): NonIndexRouteObject {
  const { path = pagePaths[name], sentences, load, title, access } = settings;
  // Without them the page shows what it can; who needs them for certain says why they are missing.
  const site = () => (settings.needsSite ? loadSite().catch(() => undefined) : undefined);
  const handle: PageHandle = {
    page: name,
    title,
    access,
    entry: settings.entry ?? false,
    legal: settings.legal ?? false,
    footerHidden: settings.footerHidden ?? false,
    bare: settings.bare ?? false,
  };
  return {
    path,
    handle,
    loader: guardLoader(handle),
    lazy: {
      Component: async () => {
        const withTexts = withSentences(load, () => sentences.map(featureCatalogue));
        const [component] = await Promise.all([withTexts(), site()]);
        return component;
      },
    },
  };
}

/** A frame around pages, loaded with its sentences; those of signed-in pages unless told. */
export function layout(
  load: () => Promise<ComponentType>,
  catalogue: () => Catalogue = privateCatalogue,
) {
  return { Component: withSentences(load, () => [catalogue()]) };
}

function withSentences(load: () => Promise<ComponentType>, catalogues: () => Catalogue[]) {
  return async () => {
    const sentences = catalogues().map((catalogue) => language.load(catalogue));
    const [component] = await Promise.all([load(), ...sentences]);
    return component;
  };
}
