import type { Localized } from "@sekimori/kit-contract/locale";
import type { PageName } from "./page-routes.ts";

interface MenuName {
  readonly name: Localized;
  /**
   * Where it stands in the portal's menu, by the key of the specification (docs/integrate/frame-protocol.md);
   * an entry that the portal has itself stands where the portal has it.
   */
  readonly parent: string;
}

/**
 * The pages that a menu leads to, by the names that they have as pages. In both languages, because
 * the portal, which shows them in its own menu, may be in either.
 */
export const menuNames = {
  overview: { name: { ja: "概要", en: "Overview" }, parent: "1" },
  inventoryResult: {
    name: { ja: "インベントリ結果（検出事項）", en: "Inventory result (findings)" },
    parent: "1-2",
  },
  reportRequest: { name: { ja: "レポート申請", en: "Report request" }, parent: "2" },
  inventory: { name: { ja: "資産", en: "Assets" }, parent: "1-2" },
  subdomainSearch: { name: { ja: "サブドメイン検索", en: "Subdomain search" }, parent: "1-2" },
  inventoryDomain: { name: { ja: "インベントリドメイン", en: "Inventory domain" }, parent: "1-2" },
  siteList: { name: { ja: "ドメイン一覧", en: "Domain list" }, parent: "1-1" },
  siteBulkRegistration: {
    name: { ja: "ドメイン一括登録", en: "Bulk domain registration" },
    parent: "1-1",
  },
  importLog: { name: { ja: "インポートログ", en: "Import log" }, parent: "2" },
  groupList: { name: { ja: "グループ一覧", en: "Group list" }, parent: "1-1" },
  userManagement: { name: { ja: "ユーザー管理", en: "User management" }, parent: "2" },
  settings: { name: { ja: "設定", en: "Settings" }, parent: "2" },
  activity: { name: { ja: "操作履歴", en: "Activity log" }, parent: "2" },
  myContract: { name: { ja: "契約情報", en: "My contract" }, parent: "2" },
  workspace: { name: { ja: "ワークスペース", en: "Workspace" }, parent: "2" },
  contactUs: { name: { ja: "お問い合わせ", en: "Contact" }, parent: "2" },
  alerts: { name: { ja: "通知", en: "Alerts" }, parent: "1" },
} as const satisfies Partial<Record<PageName, MenuName>>;

export type MenuPage = keyof typeof menuNames;
