import { Drawn, type IconProps } from "./drawn.tsx";

// What the sign-in page and messages show: they travel with every first page, so they are few.
export const CloseIcon = (props: IconProps) => <Drawn lines="m6 6 12 12M18 6 6 18" {...props} />;
export const InfoIcon = (props: IconProps) => (
  <Drawn lines="M12 11v5.5M12 7.6v.1M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z" {...props} />
);
export const SuccessIcon = (props: IconProps) => (
  <Drawn lines="m8 12.4 2.8 2.8L16 9.7M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z" {...props} />
);
export const WarningIcon = (props: IconProps) => (
  <Drawn lines="M12 10v4.5M12 17.3v.1M12 3.8 2.7 20h18.6L12 3.8Z" {...props} />
);
export const DangerIcon = (props: IconProps) => (
  <Drawn
    lines="M12 7.5v5.5M12 16.3v.1M8.3 3h7.4L21 8.3v7.4L15.7 21H8.3L3 15.7V8.3L8.3 3Z"
    {...props}
  />
);
export const EyeIcon = (props: IconProps) => (
  <Drawn
    lines="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM15 12a3 3 0 1 1-6 0 3 3 0 0 1 6 0Z"
    {...props}
  />
);
export const EyeOffIcon = (props: IconProps) => (
  <Drawn
    lines="m4 4 16 16M9.9 5.7A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a15 15 0 0 1-2.7 3.4M6.5 7A15 15 0 0 0 2.5 12S6 18.5 12 18.5c1.9 0 3.5-.6 4.9-1.4M9.9 9.9a3 3 0 0 0 4.2 4.2"
    {...props}
  />
);
export const ExternalIcon = (props: IconProps) => (
  <Drawn lines="M13.5 5H19v5.5M19 5l-8.5 8.5M10 6H5.5v12.5H18V14" {...props} />
);
export const PlayIcon = (props: IconProps) => <Drawn lines="M7.5 5v14L19 12 7.5 5Z" {...props} />;
export const PauseIcon = (props: IconProps) => <Drawn lines="M8.5 5.5v13M15.5 5.5v13" {...props} />;
