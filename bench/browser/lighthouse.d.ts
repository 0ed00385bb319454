/** Lighthouse has types only in JSDoc; this declares the used part. */
declare module "lighthouse" {
	export interface LighthouseFlags {
		/** Debugging port of a running Chromium. */
		readonly port: number;
		readonly logLevel: "silent" | "error";
		readonly onlyCategories: readonly string[];
	}

	export interface LighthouseResult {
		readonly lhr: {
			readonly runtimeError?: { readonly message: string };
			/** Scores go from 0 to 1; `null` when an audit has failed. */
			readonly categories: Readonly<
				Record<
					string,
					{
						readonly score: number | null;
						readonly auditRefs: readonly { readonly id: string; readonly weight: number }[];
					}
				>
			>;
			readonly audits: Readonly<
				Record<
					string,
					{ readonly title: string; readonly score: number | null; readonly numericValue?: number }
				>
			>;
		};
	}

	/**
	 * Uses the preset for phones unless another configuration is given.
	 *
	 * @param page A page of Puppeteer; without it, a new page of the Chromium at the port is used.
	 */
	export function navigation(
		page: undefined,
		url: string,
		options: { readonly flags: LighthouseFlags },
	): Promise<LighthouseResult | undefined>;
}
