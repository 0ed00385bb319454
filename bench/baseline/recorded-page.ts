/** A document and a payload of the product, which the baselines render again. */
import { readFileSync } from "node:fs";
import { type PagePayload, parsePayload } from "../../src/shared/page/payload.ts";
import {
	APP_ELEMENT_ID,
	type AppState,
	type PublicConfig,
	STATE_ELEMENT_ID,
} from "../../src/shared/page/public-config.ts";

export interface RecordedPage {
	readonly html: string;
	/** HTML around the app. */
	readonly before: string;
	readonly after: string;
	readonly config: PublicConfig;
	readonly payload: PagePayload;
	readonly icons: {
		readonly markup: (name: string) => string | undefined;
		readonly request: () => void;
		readonly subscribe: () => () => void;
	};
}

export function readRecordedPage(documentFile: string, payloadFile: string): RecordedPage {
	const html = readFileSync(documentFile, "utf8");
	const payload = parsePayload(JSON.parse(readFileSync(payloadFile, "utf8")));
	if (payload?.kind !== "page") throw new TypeError("The payload must be that of a page");
	const appTag = `<div id="${APP_ELEMENT_ID}">`;
	const appStart = html.indexOf(appTag) + appTag.length;
	const stateTag = `<script type="application/json" id="${STATE_ELEMENT_ID}">`;
	const appEnd = html.lastIndexOf(`</div>\n${stateTag}`);
	const { config }: AppState = JSON.parse(
		html.slice(html.lastIndexOf(stateTag) + stateTag.length, html.lastIndexOf("</script>")),
	);
	const drawings = new Map(
		[...html.matchAll(/data-icon="([^"]+)"[^>]*>(<svg.*?<\/svg>)/g)].map(
			([, name = "", svg]) => [name, svg] as const,
		),
	);
	return {
		html,
		before: html.slice(0, appStart),
		after: html.slice(appEnd),
		config,
		payload,
		icons: {
			markup: (name) => drawings.get(name),
			request: ignore,
			subscribe: () => ignore,
		},
	};
}

function ignore(): void {}
