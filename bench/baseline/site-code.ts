/** Replaces `src/app/site-code.ts` in the baselines: the same code as in the site folder of the bench. */
import type { SiteCode } from "../../src/app/site-code.ts";
import Products from "./list-page.tsx";

export const SITE_CODE: SiteCode = {
	pages: [{ id: "pages/products", pattern: "/products", load: async () => ({ Page: Products }) }],
	components: {},
	pageLayouts: {},
	layouts: {},
};
