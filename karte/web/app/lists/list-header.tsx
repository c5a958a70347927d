import { useLingui } from "@lingui/react/macro";
import { HelpIcon } from "@sekimori/kit-web/icons";
import { IconButton } from "@sekimori/kit-web/primitives/icon-button";
import { PageHeader } from "@sekimori/kit-web/primitives/page-header";
import { Popover } from "@sekimori/kit-web/primitives/popover";
import type { ReactNode } from "react";

interface ListHeaderProps {
  readonly title: string;
  /** A sentence on what the list holds; it opens beside the title. */
  readonly about?: string;
  /** Acts that are about the whole list. */
  readonly actions?: ReactNode;
}

/** The head of a list's page: one line, so that the list begins in the upper third of a window. */
export function ListHeader({ title, about, actions }: ListHeaderProps) {
  const { t } = useLingui();
  return (
    <PageHeader
      isCompact
      title={title}
      actions={actions}
      beside={
        about && (
          <Popover
            label={t`About this list`}
            placement="bottom start"
            width={360}
            trigger={<IconButton size="small" label={t`About this list`} icon={<HelpIcon />} />}
          >
            <p>{about}</p>
          </Popover>
        )
      }
    />
  );
}
