import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { BuiltFile } from "../../src/server/site-code/bundle/build-id.ts";

/** The client version that the site uses, and the newest release of its major version. */
const PACKAGES = ["posthog-js", "posthog-js-latest"] as const;

/**
 * Parts that clients load when the configuration or a page needs more than page views, and parts that
 * some versions always load. Remote configuration switches tours and conversations off.
 */
const NAMES = [
	"array.js",
	"crisp-chat-integration.js",
	"dead-clicks-autocapture.js",
	"exception-autocapture.js",
	"external-scripts-loader.js",
	"intercom-integration.js",
	"logs.js",
	"recorder.js",
	"surveys.js",
	"tracing-headers.js",
	"web-vitals.js",
	"web-vitals-soft-navs.js",
	"web-vitals-with-attribution.js",
	"web-vitals-with-attribution-soft-navs.js",
] as const;

/** Reads the scripts that the analytics service sends to clients, with one folder for each version. */
export async function clientScripts(root: string): Promise<readonly BuiltFile[]> {
	return (
		await Promise.all(PACKAGES.map((name) => scriptsOf(join(root, "node_modules", name))))
	).flat();
}

async function scriptsOf(folder: string): Promise<readonly BuiltFile[]> {
	// npm installs only packages with a version.
	const { version } = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as {
		readonly version: string;
	};
	const license = await readFile(join(folder, "LICENSE"));
	const files = NAMES.map(async (name): Promise<readonly BuiltFile[]> => {
		try {
			const contents = await readFile(join(folder, "dist", name));
			return [{ path: `client-scripts/${version}/${name}`, contents: withoutMap(contents) }];
		} catch (error) {
			// The older client has fewer scripts.
			if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
			throw error;
		}
	});
	return [
		...(await Promise.all(files)).flat(),
		{ path: `client-scripts/${version}/LICENSE`, contents: license },
	];
}

/** Removes the link to a source map: the build has no source maps of clients. */
function withoutMap(contents: Buffer): Buffer {
	return Buffer.from(contents.toString("utf8").replace(/\n\/\/# sourceMappingURL=\S+\s*$/, "\n"));
}
