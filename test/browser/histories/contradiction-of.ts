/** Everything that must agree about a tab. */
export interface Sight {
	readonly path: string;
	readonly hash: string;
	readonly title: string;
	readonly heading: string;
	readonly text: string;
	readonly announced: string;
	/** Name or id of the focused element. */
	readonly focus: string;
	/** Marks of something under way. */
	readonly pending: number;
	readonly index: number;
	readonly entries: number;
	/** Of the document; another one has another. */
	readonly origin: number;
}

interface PageText {
	readonly title: string;
	readonly heading: string;
	/** What the server has sent as its body. */
	readonly text: string;
}

const TEXTS: Readonly<Record<string, PageText>> = {
	"/": { title: "Home", heading: "Home", text: "Welcome to the index." },
	"/about": { title: "About", heading: "About", text: "All about this site." },
	"/long": { title: "Long", heading: "Long", text: "A long story." },
	"/missing": {
		title: "404 - Page not found: /missing",
		heading: "Page Not Found",
		text: "Page not found: /missing",
	},
};

/** Titles of the pages by path. */
export const TITLES: Readonly<Record<string, string>> = Object.fromEntries(
	Object.entries(TEXTS).map(([path, { title }]) => [path, title]),
);

/** Where the focus may be: where reading goes on, or where a document that was loaded leaves it. */
const FOCUS = ["body", "main", "h1", "#part"];

/** A page of any browser. */
export interface SeenPage {
	readonly evaluate: <Result>(script: () => Result) => Promise<Awaited<Result>>;
}

/** @returns `undefined` while a document takes the place of another one. */
export async function see(page: SeenPage): Promise<Sight | undefined> {
	return page
		.evaluate(() => {
			dispatchEvent(new Event("online"));
			const { activeElement: focused } = document;
			return {
				path: location.pathname,
				hash: location.hash,
				title: document.title,
				heading: document.querySelector("h1")?.textContent ?? "",
				text: document.querySelector("main")?.textContent ?? "",
				announced: document.getElementById("announcements")?.textContent ?? "",
				focus: focused?.id === "part" ? "#part" : (focused?.localName ?? ""),
				pending: document.querySelectorAll(".pending-bar, .notice, [aria-busy]").length,
				// WebKitGTK 2.50 has no such object.
				index: "navigation" in window ? (navigation.currentEntry?.index ?? -1) : 0,
				entries: "navigation" in window ? navigation.entries().length : 1,
				origin: performance.timeOrigin,
			};
		})
		.catch(() => undefined);
}

/** @returns What a page at rest says wrongly of itself, or nothing. */
export function contradictionOf(seen: Sight | undefined): string {
	if (seen === undefined) return "there is no page";
	const { title, heading, text } = TEXTS[seen.path] ?? { title: "", heading: "", text: "nothing" };
	const contradictions = [
		...(seen.title === `${title} | Example` ? [] : ["title"]),
		...(seen.heading === heading ? [] : ["heading"]),
		...(seen.text.includes(text) ? [] : ["text"]),
		// A notice is said as well, and a document that was loaded says nothing of itself.
		...(["", title].includes(seen.announced) || seen.announced.startsWith("You seem")
			? []
			: ["announced"]),
		...(FOCUS.includes(seen.focus) ? [] : ["focus"]),
		...(seen.pending === 0 ? [] : ["pending"]),
		...(seen.index < seen.entries && seen.index >= 0 ? [] : ["entries"]),
	];
	if (contradictions.length === 0) return "";
	return `${contradictions.join(", ")} of ${JSON.stringify({ ...seen, text: seen.text.slice(0, 60) })}`;
}

/** @returns What a click on another page has left wrong in a tab that was at rest. */
export function contradictionAfterClick(before: Sight, seen: Sight, path: string): string {
	// A tab of an older build has loaded a document.
	const isDocument = before.origin !== seen.origin;
	const { title } = TEXTS[path] ?? { title: "" };
	const contradictions = [
		...(seen.path === path ? [] : [`address ${seen.path}`]),
		...(isDocument || seen.focus === "h1" ? [] : [`focus ${seen.focus}`]),
		...(isDocument || seen.announced === title ? [] : [`announced "${seen.announced}"`]),
		...(seen.index === before.index + 1 ? [] : [`entry ${seen.index} after ${before.index}`]),
		...(seen.entries === seen.index + 1 ? [] : [`${seen.entries} entries at ${seen.index}`]),
	];
	return contradictions.join(", ");
}
