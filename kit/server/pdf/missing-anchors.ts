type Anchor = object | null;

/** What positions marks on letters within the font library; only what is mended here. */
interface MarkPositions {
  applyAnchor(mark: { readonly markAnchor: Anchor }, base: Anchor, index: number): void;
}

/** A font of the library, which does not publish its layout. */
export interface LaidOutFont {
  readonly _layoutEngine?: {
    readonly engine?: { readonly GPOSProcessor?: MarkPositions | null } | null;
  };
}

/**
 * Lets a font have letters that take no mark of some class, as OpenType does and the library
 * (fontkit 2.0.4) fails at: https://github.com/foliojs/fontkit/issues/367.
 */
export function allowMissingAnchors({ _layoutEngine }: LaidOutFont): void {
  const marks = _layoutEngine?.engine?.GPOSProcessor;
  if (!marks || Object.hasOwn(marks, "applyAnchor")) return;
  const apply = marks.applyAnchor.bind(marks);
  marks.applyAnchor = (mark, base, index) => {
    if (base !== null && mark.markAnchor !== null) apply(mark, base, index);
  };
}
