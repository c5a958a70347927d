import type { ReactNode } from "react";
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from "react-aria-components/Tabs";

export interface TabItem {
  id: string;
  label: ReactNode;
  /** On a phone; part of the label, which stays the tab's name. */
  shortLabel?: ReactNode;
  content: ReactNode;
}

export interface TabsProps {
  /** Names the list of tabs. */
  label: string;
  items: readonly TabItem[];
  /** The open tab when the caller keeps it, e.g. in the address. */
  selected?: string | undefined;
  onSelect?: ((id: string) => void) | undefined;
}

/** Tabs with arrow keys, Home and End. Panels that are not open are not rendered. */
export function Tabs({ label, items, selected, onSelect }: TabsProps) {
  return (
    <AriaTabs
      className="min-w-0"
      {...(selected !== undefined && { selectedKey: selected })}
      onSelectionChange={(key) => onSelect?.(String(key))}
    >
      <TabList aria-label={label} className="flex gap-1 overflow-x-auto border-b border-border">
        {items.map(({ id, label: text, shortLabel }) => (
          <Tab
            key={id}
            id={id}
            className="relative -mb-px cursor-pointer rounded-t-6 border-b-[3px] border-transparent px-3 py-3 sm:px-4 forced-colors:border-[Canvas] forced-colors:data-selected:border-[Highlight] text-std-16N-170 whitespace-nowrap text-muted transition-colors -outline-offset-4 hover:text-text data-selected:border-key data-selected:font-700 data-selected:text-text focus-visible:outline-2 focus-visible:outline-focus"
          >
            {shortLabel === undefined ? (
              text
            ) : (
              <>
                <span aria-hidden="true" className="sm:hidden">
                  {shortLabel}
                </span>
                <span className="max-sm:sr-only">{text}</span>
              </>
            )}
          </Tab>
        ))}
      </TabList>
      {items.map(({ id, content }) => (
        <TabPanel key={id} id={id} className="pt-8">
          {content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
