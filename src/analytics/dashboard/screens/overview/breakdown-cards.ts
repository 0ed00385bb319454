import type { FilterDimension } from "../../../api-types/dimensions.ts";
import type { MetricName } from "./metrics.ts";

export interface BreakdownTab {
	readonly name: FilterDimension;
	readonly label: string;
	/** Metric of the rows. */
	readonly metric: MetricName;
}

export interface BreakdownCardEntry {
	/** URL parameter with the name of the open tab. */
	readonly name: string;
	readonly title: string;
	readonly tabs: readonly [BreakdownTab, ...BreakdownTab[]];
}

export const BREAKDOWN_CARDS: readonly BreakdownCardEntry[] = [
	{
		name: "pages",
		title: "Pages",
		tabs: [
			{ name: "page", label: "Top", metric: "views" },
			{ name: "entry_page", label: "Entry", metric: "sessions" },
			{ name: "exit_page", label: "Exit", metric: "sessions" },
			{ name: "host", label: "Hosts", metric: "visitors" },
		],
	},
	{
		name: "sources",
		title: "Sources",
		tabs: [
			{ name: "referrer", label: "Referrers", metric: "visitors" },
			{ name: "channel", label: "Channels", metric: "visitors" },
			{ name: "utm_campaign", label: "Campaigns", metric: "visitors" },
			{ name: "utm_source", label: "Source", metric: "visitors" },
			{ name: "utm_medium", label: "Medium", metric: "visitors" },
		],
	},
	{
		name: "visitors",
		title: "Visitors",
		tabs: [
			{ name: "browser", label: "Browsers", metric: "visitors" },
			{ name: "os", label: "Systems", metric: "visitors" },
			{ name: "device", label: "Devices", metric: "visitors" },
			{ name: "language", label: "Languages", metric: "visitors" },
		],
	},
	{
		name: "places",
		title: "Places",
		tabs: [
			{ name: "country", label: "Countries", metric: "visitors" },
			{ name: "region", label: "Regions", metric: "visitors" },
		],
	},
];
