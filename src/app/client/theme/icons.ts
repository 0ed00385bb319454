import type { IconSource } from "../../components/icon.tsx";
import { createListeners } from "../listeners.ts";
import type { LoadIcon } from "./icon-client.ts";

/**
 * Serves the icons of the document, then loads icons that pages request. Most visits need no other
 * icon, so the client is loaded on demand.
 */
export function createIconSource(
	page: ParentNode,
	loadClient: () => Promise<LoadIcon>,
): IconSource {
	const drawn = drawnIcons(page);
	const asked = new Set<string>();
	/** Names of failed icons; each is reported once. */
	const failed = new Set<string>();
	const { subscribe, notify } = createListeners();
	return {
		markup: (name) => drawn.get(name),
		request(name) {
			if (drawn.has(name) || asked.has(name)) return;
			asked.add(name);
			void load(name);
		},
		subscribe,
	};

	async function load(name: string): Promise<void> {
		try {
			const loadIcon = await loadClient();
			const markup = await loadIcon(name);
			if (markup === undefined) throw new Error("No available collection contains it");
			drawn.set(name, markup);
			notify();
		} catch (cause) {
			if (!failed.has(name)) console.error(`The icon "${name}" could not be loaded`, cause);
			failed.add(name);
		} finally {
			// The next page that shows the icon may request it again.
			asked.delete(name);
		}
	}
}

function drawnIcons(page: ParentNode): Map<string, string> {
	const elements = [...page.querySelectorAll("[data-icon]")];
	return new Map(
		elements
			.map((element) => [element.getAttribute("data-icon") ?? "", element.innerHTML] as const)
			.filter(([, markup]) => markup !== ""),
	);
}
