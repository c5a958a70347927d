import { type PageName, pagePaths } from "@sekimori/portal-contract/page-routes";
import { loadSite } from "../site.ts";
import { withSentences } from "../with-sentences.ts";
import { guardPage } from "./guard-page.ts";
import { loadedOnce } from "./loaded-once.ts";
import type { PageHandle } from "./page-handle.ts";
import type { Part, Route } from "./route.ts";

interface PartSettings {
  /** The features, and parts of the app, whose sentences it shows. */
  readonly sentences: readonly string[];
  readonly load: Part;
  /** Asks the server for what it will show, while its files are on their way. */
  readonly ask?: () => void;
}

interface PageSettings extends PartSettings, Pick<PageHandle, "title" | "access"> {
  /** Differs from the page's own path where further parts follow. */
  readonly path?: string;
  /** May begin a visit, see the guard. */
  readonly entry?: boolean;
  readonly legal?: boolean;
  readonly footerHidden?: boolean;
  readonly bare?: boolean;
  /** Whether the operator's settings decide what stands where: nothing may move when they arrive. */
  readonly needsSite?: boolean;
}

/** How long a page that is there waits for the operator's settings. It can do without them. */
const sitePatienceMs = 500;

const pause = (duration: number) => new Promise<void>((resolve) => setTimeout(resolve, duration));

/** A page of the route table: guarded, and loaded with its sentences when it is first visited. */
export function page(name: PageName, settings: PageSettings): Route {
  const { path = pagePaths[name], title, access } = settings;
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
    redirect: (place, first) => guardPage(place, handle, first),
    parts: [frame(settings.needsSite ? withSite(settings) : settings)],
  };
}

/** A frame around pages, or a page, loaded with its sentences when it is first needed. */
export function frame({ load, sentences, ask }: PartSettings): Part {
  return loadedOnce(async () => {
    ask?.();
    return withSentences(sentences, load);
  });
}

function withSite({ load, ...settings }: PartSettings): PartSettings {
  return {
    ...settings,
    async load() {
      // Who needs them for certain asks again and says why they are missing.
      const site = loadSite().catch(() => undefined);
      const component = await load();
      await Promise.race([site, pause(sitePatienceMs)]);
      return component;
    },
  };
}
