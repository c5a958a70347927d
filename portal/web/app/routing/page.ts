import { type PartSettings, pagePart } from "@sekimori/kit-web/routing/page-part";
import type { Part } from "@sekimori/kit-web/routing/route";
import { language } from "../language.ts";
import { loadSite } from "../site.ts";
import type { PageScreen } from "./page-handle.ts";
import type { Screen } from "./route-table.ts";

interface PageSettings extends PartSettings, PageScreen {
  /** Whether the operator's settings decide what stands where: nothing may move when they arrive. */
  readonly needsSite?: boolean;
}

/** How long a page that is there waits for the operator's settings. It can do without them. */
const sitePatienceMs = 500;

const pause = (duration: number) => new Promise<void>((resolve) => setTimeout(resolve, duration));

/** A page within its frames, loaded with its sentences when it is first visited. */
export function page(frames: readonly Part[], settings: PageSettings): Screen {
  const { load, sentences, ask, needsSite, ...screen } = settings;
  const part = { load, sentences, ...(ask && { ask }) };
  return { ...screen, parts: [...frames, frame(needsSite ? withSite(part) : part)] };
}

/** A frame around pages, or a page, loaded with its sentences when it is first needed. */
export const frame = (settings: PartSettings): Part => pagePart(language, settings);

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
