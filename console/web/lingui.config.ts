import { linguiConfig } from "@sekimori/kit-web/build/lingui-preset";

export default linguiConfig({ root: import.meta.dirname });
