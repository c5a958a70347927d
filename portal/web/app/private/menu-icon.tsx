import {
  ContractIcon,
  GlobeIcon,
  HistoryIcon,
  LayersIcon,
  PeopleIcon,
  PersonIcon,
  ReportIcon,
} from "@sekimori/kit-web/icons";
import type { ComponentType } from "react";
import type { MenuImage } from "./menu.ts";

const icons: Readonly<Record<MenuImage, ComponentType>> = {
  domains: GlobeIcon,
  inventory: LayersIcon,
  report: ReportIcon,
  users: PeopleIcon,
  log: HistoryIcon,
  person: PersonIcon,
  contract: ContractIcon,
};

export function MenuIcon({ image }: { image: MenuImage }) {
  const Icon = icons[image];
  return <Icon />;
}
