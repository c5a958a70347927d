interface ApplicationLogoProps {
  /** A data URL: nothing is fetched from elsewhere. */
  readonly logo: string | null;
}

/** An application's picture. Its name stands beside it, so it has no text of its own. */
export function ApplicationLogo({ logo }: ApplicationLogoProps) {
  if (logo === null) return null;
  return (
    <img
      src={logo}
      alt=""
      width={48}
      height={48}
      className="size-12 shrink-0 rounded-8 bg-white object-contain"
    />
  );
}
