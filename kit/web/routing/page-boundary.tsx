import { Component, type ReactNode } from "react";
import { ErrorPage } from "../errors/error-page.tsx";
import type { Place } from "./place.ts";

interface PageBoundaryProps {
  readonly place: Place;
  readonly children: ReactNode;
}

interface PageBoundaryState {
  readonly at: Place;
  readonly failed?: { readonly error: unknown } | undefined;
}

/** Shows what went wrong in the place of a page that threw, until one goes to another place. */
export class PageBoundary extends Component<PageBoundaryProps, PageBoundaryState> {
  override state: PageBoundaryState = { at: this.props.place };

  static getDerivedStateFromError(error: unknown): Partial<PageBoundaryState> {
    return { failed: { error } };
  }

  static getDerivedStateFromProps(
    { place }: PageBoundaryProps,
    { at }: PageBoundaryState,
  ): PageBoundaryState | null {
    return at === place ? null : { at: place, failed: undefined };
  }

  override render(): ReactNode {
    const { failed } = this.state;
    return failed ? <ErrorPage error={failed.error} /> : this.props.children;
  }
}
