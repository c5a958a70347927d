import { pagePaths, queryNames } from "@sekimori/karte-contract/page-routes";
import type { Locale } from "@sekimori/kit-contract/locale";
import type { WebhookEvent } from "@sekimori/kit-server/webhooks";
import { alertLine, alertTitle, openLabel } from "./alert-words.ts";
import type { News } from "./news.ts";

/** So many causes are named in a chat; the rest stands behind the link. */
const chatCausesMost = 5;

const words = {
  ja: {
    title: (domain: string, count: number) => `${domain}：通知${count}件`,
    several: (count: number) => `通知${count}件`,
    more: (count: number) => `ほか${count}件`,
  },
  en: {
    title: (domain: string, count: number) => `${domain}: ${count} alerts`,
    several: (count: number) => `${count} alerts`,
    more: (count: number) => `${count} more`,
  },
} as const;

/** News with the name of its domain. */
export interface NamedNews {
  readonly news: News;
  readonly domain: string;
}

/** Findings of one cause as one item, with how many they are; every other news by itself. */
function itemsOf(all: readonly NamedNews[]): readonly NamedNews[] {
  const keyOf = ({ news }: NamedNews) => {
    const { cause, policy } = news.detail;
    return news.kind === "finding.new" && cause && !policy ? `${news.domainId} ${cause}` : news.key;
  };
  return [...Map.groupBy(all, keyOf).values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [
          {
            ...first,
            news: {
              ...first.news,
              detail: { ...first.news.detail, findings: others.length + 1 },
            },
          },
        ],
  );
}

/** Where news are shown: the finding where it is one, else the domain, else the overview. */
export function linkTo(origin: string, all: readonly News[]): string {
  const [first, ...others] = all;
  const isOneDomain = others.every(({ domainId }) => domainId === first?.domainId);
  const isOneFinding = others.length === 0 && first?.findingId;
  if (first === undefined || !isOneDomain) return new URL(pagePaths.overview, origin).href;
  const page = isOneFinding ? pagePaths.inventoryResult : pagePaths.inventoryDomain;
  const url = new URL(page, origin);
  url.searchParams.set(queryNames.id, isOneFinding ? isOneFinding : first.domainId);
  return url.href;
}

/** What one message to a chat says of everything that came together. */
export function chatWords(
  all: readonly NamedNews[],
  locale: Locale,
  origin: string,
): WebhookEvent["words"] {
  const items = itemsOf(all);
  const [first] = items;
  const say = words[locale];
  const url = linkTo(
    origin,
    all.map(({ news }) => news),
  );
  const link = { label: openLabel[locale], url };
  const line = ({ news, domain }: NamedNews) => alertLine(news.kind, domain, news.detail, locale);
  if (first !== undefined && items.length === 1) {
    return {
      title: alertTitle(first.news.kind, first.news.detail, locale),
      lines: [line(first)],
      link,
    };
  }
  const domains = new Set(all.map(({ domain }) => domain));
  const rest = items.length - chatCausesMost;
  return {
    title:
      domains.size === 1 ? say.title(first?.domain ?? "", items.length) : say.several(items.length),
    lines: [
      ...items
        .slice(0, chatCausesMost)
        .map((item) => `${alertTitle(item.news.kind, item.news.detail, locale)} · ${line(item)}`),
      ...(rest > 0 ? [say.more(rest)] : []),
    ],
    link,
  };
}
