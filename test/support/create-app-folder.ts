import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { createSiteFolder } from "./site-folder.ts";

/** The smallest app with all files that a build reads. */
const SOURCES: Readonly<Record<string, string>> = {
	"package-lock.json": "{}",
	"site/pages/index.md": "# Welcome",
	"src/server/main.ts": `
		import { renderToString } from "react-dom/server";
		import { Article } from "../app/pages/article.tsx";
		console.log(renderToString(Article()));`,
	"src/server/content-worker/content-thread.ts": `console.log("content");`,
	"src/server/search/search-thread.ts": `console.log("search");`,
	"src/server/site-code/build-thread.ts": `console.log("build");`,
	"src/server/images/image-process.ts": `console.log("images");`,
	"src/migrate/main.ts": `console.log("adopt");`,
	"src/migrate/recognizer.ts": `console.log("recognizer");`,
	"src/analytics/main.ts": `console.log("analytics");`,
	"src/analytics/reading-thread.ts": `console.log("reading");`,
	"src/analytics/dashboard/index.html": "<!doctype html><title>Figures</title><!--assets-->",
	"src/analytics/dashboard/before-paint.ts": `document.documentElement.className = "dark";`,
	"src/analytics/dashboard/entry.tsx": `document.title = "Figures";`,
	"src/app/entry-client.tsx": `
		import "./app.css";
		import { greeting } from "./greeting.ts";
		document.title = greeting;
		void import("./pages/article.tsx");
		void import("./pages/contact.tsx");
		void import("./client/later.ts");`,
	"src/app/client/later.ts": `console.log("later");`,
	"src/app/greeting.ts": `export const greeting = "${"Good morning, good evening and good night. ".repeat(20)}";`,
	"src/app/app.css": "body { color: rebeccapurple }",
	"src/app/pages/article.css": ".article { color: teal }",
	"src/app/pages/article.tsx": `
		import "./article.css";
		import { greeting } from "../greeting.ts";
		export function Article() { return <p className="article">{greeting}</p>; }`,
	"src/app/pages/contact.tsx": `
		import { greeting } from "../greeting.ts";
		export function Contact() { return <address>{greeting}</address>; }`,
};

/**
 * Writes a tiny app into a new folder, which is removed after the test.
 *
 * @param changes Files to add or to replace, by path.
 */
export async function createAppFolder(
	changes: Readonly<Record<string, string>> = {},
	onEnd: (remove: () => Promise<void>) => void = onTestFinished,
): Promise<string> {
	const { folder: root, remove } = await createSiteFolder({ ...SOURCES, ...changes });
	onEnd(remove);
	await symlink(join(import.meta.dirname, "../../node_modules"), join(root, "node_modules"));
	return root;
}
