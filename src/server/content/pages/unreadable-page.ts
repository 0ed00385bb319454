import { packBody } from "./packed-body.ts";
import type { ParsedPage } from "./parsed-page.ts";

/** Stands for a page whose file cannot be read and never could: its path answers with a failure. */
export function unreadablePage(file: string): ParsedPage {
	return {
		file,
		frontMatter: { layout: "default", middleware: [], navigation: false, draft: false },
		frontMatterLines: new Map(),
		isUnderstood: false,
		isReadable: false,
		body: { packed: packBody("", []), references: [], anchors: new Set(), mentions: [] },
		problems: [],
		modifiedMs: 0,
		digest: "",
		sourceDigest: "",
		size: 0,
		endsInNewline: false,
		showsSiteIcons: false,
		included: new Map(),
	};
}
