import type { PageError } from "../../src/shared/page/errors.ts";
import type { PageNavigation } from "../../src/shared/page/navigation.ts";
import type { ErrorPayload, PageData, PagePayload } from "../../src/shared/page/payload.ts";
import type { AppState, PublicConfig } from "../../src/shared/page/public-config.ts";

const NO_NAVIGATION: PageNavigation = { sections: [], sidebar: [] };

export function sampleConfig(changes: Partial<PublicConfig> = {}): PublicConfig {
	return {
		name: "Garden",
		url: "https://garden.example",
		basePath: "",
		locale: "en",
		titleSeparator: "|",
		canonicalQuery: ["page"],
		colorMode: { storage: "localStorage" },
		theme: { primary: "orange", gray: "stone" },
		icons: { publicFallback: false },
		http: { baseUrl: "" },
		analytics: { key: "", host: "/ingest", honorDoNotTrack: true },
		freshness: { pollSeconds: 300 },
		social: [],
		...changes,
	};
}

export function samplePage(changes: Partial<PageData> = {}): PagePayload {
	const page: PageData = {
		id: "page",
		path: "/beans",
		title: "Beans",
		hasHeading: true,
		headings: [],
		layout: "default",
		middleware: [],
		...changes,
	};
	return { kind: "page", page, navigation: NO_NAVIGATION };
}

export function sampleError(error: PageError): ErrorPayload {
	return { kind: "error", error, navigation: NO_NAVIGATION };
}

export function sampleState(changes: Partial<AppState> = {}): AppState {
	return {
		config: sampleConfig(),
		icon: "/favicon.svg",
		buildId: "build-1",
		revisionId: "revision-1",
		frameId: "frame-1",
		payload: samplePage(),
		...changes,
	};
}
