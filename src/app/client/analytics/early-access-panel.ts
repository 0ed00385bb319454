import { meetsFlag } from "../../../shared/page/flag-condition.ts";
import type { Analytics, EarlyAccessFeature } from "../../components/analytics-context.ts";
import { wordsOf } from "./words-of.ts";

export type EarlyAccessAnalytics = Pick<
	Analytics,
	"consent" | "earlyAccessFeatures" | "enroll" | "flag" | "identity"
>;

export interface EarlyAccessPanel {
	/** Brings it in line with consent, flags and identity. */
	readonly update: () => void;
}

/** A service that takes longer cannot be said to be there. */
const ANSWER_WITHIN_MS = 10_000;

const NOT_AGREED = "What can be tried is listed here once you agree that your visits are counted.";
const NONE = "There is nothing to try at the moment.";
const FAILED = "What can be tried could not be found out. It may help to load the page again.";
const FORGOTTEN =
	"Your choice holds until the page is loaded again: nothing is stored in this browser.";

/** Fills the panel in which visitors switch features on for themselves before everybody has them. */
export function fillEarlyAccessPanel(
	panel: HTMLElement,
	analytics: EarlyAccessAnalytics,
): EarlyAccessPanel {
	const page = panel.ownerDocument;
	const word = wordsOf(panel);
	const boxes = new Map<string, HTMLInputElement>();
	const note = page.createElement("p");
	note.className = "early-access-note";
	let isAsked = false;
	return { update };

	async function ask(): Promise<void> {
		isAsked = true;
		panel.setAttribute("aria-busy", "true");
		const features = await askFor(analytics);
		panel.removeAttribute("aria-busy");
		if (features === undefined || features.length === 0) {
			panel.replaceChildren(paragraph(page, word(features === undefined ? FAILED : NONE)));
			return;
		}
		const list = page.createElement("ul");
		list.append(...features.map(renderFeature));
		panel.replaceChildren(list, note);
		update();
	}

	function update(): void {
		if (!isAsked) {
			if (mayAsk(analytics)) void ask();
			else panel.replaceChildren(paragraph(page, word(NOT_AGREED)));
			return;
		}
		for (const [flagKey, box] of boxes) {
			box.checked = meetsFlag({ key: flagKey }, analytics.flag(flagKey).value);
		}
		note.textContent = analytics.identity().kind === "anonymous" ? word(FORGOTTEN) : "";
	}

	function renderFeature(feature: EarlyAccessFeature, index: number): HTMLLIElement {
		const item = page.createElement("li");
		const label = page.createElement("label");
		const box = page.createElement("input");
		box.type = "checkbox";
		box.addEventListener("change", () => analytics.enroll(feature.flagKey, box.checked));
		boxes.set(feature.flagKey, box);
		label.append(box, ` ${feature.name}`);
		item.append(label);
		if (feature.description !== "") {
			const description = paragraph(page, feature.description);
			description.id = `early-access-${index}`;
			box.setAttribute("aria-describedby", description.id);
			item.append(description);
		}
		if (feature.documentationUrl !== null) item.append(moreLink(feature));
		return item;
	}

	function moreLink({ name, documentationUrl }: EarlyAccessFeature): HTMLElement {
		const link = page.createElement("a");
		link.href = documentationUrl ?? "";
		link.textContent = word("More about {name}").replace("{name}", () => name);
		return link;
	}
}

function mayAsk({ consent }: EarlyAccessAnalytics): boolean {
	return consent() === "none" || consent() === "granted";
}

/** @returns `undefined` when there is no answer. */
async function askFor({
	earlyAccessFeatures,
}: EarlyAccessAnalytics): Promise<readonly EarlyAccessFeature[] | undefined> {
	const { promise, resolve } = Promise.withResolvers<undefined>();
	setTimeout(resolve, ANSWER_WITHIN_MS);
	return Promise.race([earlyAccessFeatures(), promise]);
}

function paragraph(page: Document, text: string): HTMLParagraphElement {
	const element = page.createElement("p");
	element.textContent = text;
	return element;
}
