let shown: string | undefined;

/** The workspace that this tab shows; undefined until it is known. */
export const here = {
  workspace: (): string | undefined => shown,
  entered(workspace: string | undefined): void {
    shown = workspace;
  },
};
