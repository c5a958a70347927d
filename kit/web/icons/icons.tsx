import { Drawn, type IconProps } from "./drawn.tsx";

export const ChevronDownIcon = (props: IconProps) => <Drawn lines="m6 9.5 6 6 6-6" {...props} />;
export const ChevronRightIcon = (props: IconProps) => <Drawn lines="m9.5 6 6 6-6 6" {...props} />;
export const ArrowLeftIcon = (props: IconProps) => (
  <Drawn lines="M20 12H4.5M11 5.5 4.5 12l6.5 6.5" {...props} />
);
export const CheckIcon = (props: IconProps) => <Drawn lines="m5 12.5 4.7 4.7L19 7.5" {...props} />;
export const PlusIcon = (props: IconProps) => <Drawn lines="M12 5v14M5 12h14" {...props} />;
export const MinusIcon = (props: IconProps) => <Drawn lines="M6 12h12" {...props} />;
export const MenuIcon = (props: IconProps) => <Drawn lines="M4 7h16M4 12h16M4 17h16" {...props} />;
export const MoreIcon = (props: IconProps) => (
  <Drawn lines="M5.5 12h.01M12 12h.01M18.5 12h.01" strokeWidth={2.8} {...props} />
);
export const SearchIcon = (props: IconProps) => (
  <Drawn lines="M16 16l4.5 4.5M18 11a7 7 0 1 1-14 0 7 7 0 0 1 14 0Z" {...props} />
);
export const FilterIcon = (props: IconProps) => (
  <Drawn lines="M4 7h16M7 12h10M10 17h4" {...props} />
);
export const SortIcon = (props: IconProps) => (
  <Drawn lines="m8 9.5 4-4 4 4M8 14.5l4 4 4-4" {...props} />
);
export const SortAscendingIcon = (props: IconProps) => (
  <Drawn lines="m7 11 5-5 5 5M12 6v12.5" {...props} />
);
export const SortDescendingIcon = (props: IconProps) => (
  <Drawn lines="m7 13.5 5 5 5-5M12 18.5V6" {...props} />
);
export const BellIcon = (props: IconProps) => (
  <Drawn
    lines="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15L6 16.5ZM10 20.5a2.2 2.2 0 0 0 4 0M12 5V3.5"
    {...props}
  />
);
export const InboxIcon = (props: IconProps) => (
  <Drawn lines="M3.5 13.5 6.5 5h11l3 8.5v6h-17v-6ZM3.5 13.5h5a3.5 3.5 0 0 0 7 0h5" {...props} />
);
export const PersonIcon = (props: IconProps) => (
  <Drawn
    lines="M15.5 8a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0ZM4.5 20c.6-4 3.6-6 7.5-6s6.9 2 7.5 6"
    {...props}
  />
);
export const PeopleIcon = (props: IconProps) => (
  <Drawn
    lines="M12.5 8a3.25 3.25 0 1 1-6.5 0 3.25 3.25 0 0 1 6.5 0ZM2.5 19.5c.5-3.7 3.2-5.5 6.75-5.5s6.25 1.8 6.75 5.5M15.5 5a3.25 3.25 0 0 1 0 6M18 14.3c2 .8 3.2 2.5 3.5 5.2"
    {...props}
  />
);
export const SignOutIcon = (props: IconProps) => (
  <Drawn lines="M14 4.5H5.5v15H14M10.5 12h10M16.5 7.5 21 12l-4.5 4.5" {...props} />
);
export const MailIcon = (props: IconProps) => (
  <Drawn lines="M3.5 5.5h17v13h-17v-13ZM4 6l8 7 8-7" {...props} />
);
export const CardIcon = (props: IconProps) => (
  <Drawn lines="M2.5 5.5h19v13h-19v-13ZM2.5 10h19M6 15h4" {...props} />
);
export const GlobeIcon = (props: IconProps) => (
  <Drawn
    lines="M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0ZM3.5 9h17M3.5 15h17M12 3c5 5.5 5 12.5 0 18M12 3c-5 5.5-5 12.5 0 18"
    {...props}
  />
);
export const ShieldIcon = (props: IconProps) => (
  <Drawn lines="M12 3 4.5 5.5V11c0 5 3 8.3 7.5 10 4.5-1.7 7.5-5 7.5-10V5.5L12 3Z" {...props} />
);
export const KeyIcon = (props: IconProps) => (
  <Drawn
    lines="M11.5 15.5a4.5 4.5 0 1 1-9 0 4.5 4.5 0 0 1 9 0ZM10.2 12.3 19 3.5M16 6.5l3 3M13.3 9.2l2 2"
    {...props}
  />
);
export const LockIcon = (props: IconProps) => (
  <Drawn lines="M5 10.5h14v10H5v-10ZM8 10.5V7a4 4 0 0 1 8 0v3.5M12 14.5v2" {...props} />
);
export const EditIcon = (props: IconProps) => (
  <Drawn lines="M4 20l1-4.5L15.5 5l3.5 3.5L8.5 19 4 20ZM13 7.5l3.5 3.5" {...props} />
);
export const TrashIcon = (props: IconProps) => (
  <Drawn lines="M4 6.5h16M9 6V3.5h6V6M6 6.5 7 20.5h10l1-14M10.2 10.5v6M13.8 10.5v6" {...props} />
);
export const DownloadIcon = (props: IconProps) => (
  <Drawn lines="M12 4v11M7.5 10.7 12 15.2l4.5-4.5M4.5 19.5h15" {...props} />
);
export const UploadIcon = (props: IconProps) => (
  <Drawn lines="M12 15.5V4.5M7.5 9 12 4.5 16.5 9M4.5 19.5h15" {...props} />
);
export const CopyIcon = (props: IconProps) => (
  <Drawn lines="M8.5 8.5h11v11h-11v-11ZM15.5 8.5v-4h-11v11h4" {...props} />
);
export const RefreshIcon = (props: IconProps) => (
  <Drawn lines="M19.5 12A7.5 7.5 0 1 1 17 6.4M17.5 3v4h-4" {...props} />
);
export const ReportIcon = (props: IconProps) => (
  <Drawn lines="M6 3.5h8.5L18.5 7.5v13H6v-17ZM14 3.5V8h4.5M9 12h6.5M9 15.5h6.5" {...props} />
);
export const LayersIcon = (props: IconProps) => (
  <Drawn
    lines="m12 4 8.5 4.5L12 13 3.5 8.5 12 4ZM3.5 12.5 12 17l8.5-4.5M3.5 16.5 12 21l8.5-4.5"
    {...props}
  />
);
export const HistoryIcon = (props: IconProps) => (
  <Drawn lines="M4.5 12a7.5 7.5 0 1 0 2.3-5.4M4 4v4h4M12 8v4.5l3 1.8" {...props} />
);
export const ContractIcon = (props: IconProps) => (
  <Drawn
    lines="M5 3.5h14v17l-2.3-1.5-2.4 1.5-2.3-1.5-2.3 1.5L7.3 19 5 20.5v-17ZM8.5 8.5h7M8.5 12.5h7"
    {...props}
  />
);
export const SettingsIcon = (props: IconProps) => (
  <Drawn
    lines="M4 7.5h8M17 7.5h3M17 7.5a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0ZM4 16.5h3M12 16.5h8M12 16.5a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0Z"
    {...props}
  />
);
export const ListIcon = (props: IconProps) => (
  <Drawn lines="M9 7h11M9 12h11M9 17h11M4.5 7h.01M4.5 12h.01M4.5 17h.01" {...props} />
);
export const BuildingIcon = (props: IconProps) => (
  <Drawn lines="M5 20.5v-16h9v16M14 9.5h5v11M3.5 20.5h17M8 8.5h3M8 12.5h3M8 16.5h3" {...props} />
);
export const HelpIcon = (props: IconProps) => (
  <Drawn
    lines="M9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8M12 16.6v.1M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z"
    {...props}
  />
);
export const SunIcon = (props: IconProps) => (
  <Drawn
    lines="M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0ZM12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1.1 1.1M17.3 17.3l1.1 1.1M5.6 18.4l1.1-1.1M17.3 6.7l1.1-1.1"
    {...props}
  />
);
