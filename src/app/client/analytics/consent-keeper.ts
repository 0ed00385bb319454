import type { Words } from "../../../shared/page/words.ts";
import { type ConsentBannerHooks, showConsentBanner } from "./consent-banner.ts";

export interface ConsentKeeperOptions {
	readonly page: Window;
	/** Names what the client keeps. */
	readonly projectKey: string;
	/** Whether to ask a visitor who has not chosen yet. */
	readonly hasBanner: boolean;
	readonly words: Words | undefined;
	/** Has screen readers say a sentence. */
	readonly announce: ConsentBannerHooks["announce"];
	/** Told of what was chosen before, in another tab, or in the banner. */
	readonly onChoice: (choice: Choice) => void;
}

export interface ConsentKeeper {
	/** Keeps what the visitor has chosen by another way than the banner, which goes. */
	readonly keep: (choice: Choice) => void;
}

type Choice = "granted" | "denied";

/** The key that analytics leaves in a browser, and only after the visitor has chosen; with `identity: browser` the client has its own. */
const CONSENT_KEY = "loggia-consent";

/**
 * Reads and keeps the visitor's choice. A yes is kept until it is taken back, since who has
 * agreed must not be asked on each visit; a no ends with the tab, since who wants nothing
 * stored should not find something stored for saying so.
 */
export function createConsentKeeper({
	page,
	projectKey,
	hasBanner,
	words,
	announce,
	onChoice,
}: ConsentKeeperOptions): ConsentKeeper {
	let hideBanner = (): void => undefined;

	function keep(choice: Choice): void {
		hideBanner();
		write(page, choice);
		if (choice === "denied") removeClientKeys(page, projectKey);
	}

	function choose(choice: Choice): void {
		keep(choice);
		onChoice(choice);
	}

	page.addEventListener("storage", ({ key, newValue }) => {
		if (key !== CONSENT_KEY) return;
		hideBanner();
		// In this tab a choice is withdrawn as well when the other tab has forgotten it.
		onChoice(newValue === "granted" ? "granted" : "denied");
		if (newValue !== "granted") removeClientKeys(page, projectKey);
	});
	const chosen = read(page);
	if (chosen !== undefined) onChoice(chosen);
	else if (hasBanner) {
		hideBanner = showConsentBanner(page.document, {
			word: (english) => words?.[english] ?? english,
			announce,
			onChoice: choose,
		});
	}
	return { keep };
}

function read(page: Window): Choice | undefined {
	try {
		if (page.localStorage.getItem(CONSENT_KEY) === "granted") return "granted";
		return page.sessionStorage.getItem(CONSENT_KEY) === "denied" ? "denied" : undefined;
	} catch {
		// Storage that is blocked holds no choice.
		return undefined;
	}
}

function write(page: Window, choice: Choice): void {
	try {
		const [kept, other] =
			choice === "granted"
				? [page.localStorage, page.sessionStorage]
				: [page.sessionStorage, page.localStorage];
		other.removeItem(CONSENT_KEY);
		kept.setItem(CONSENT_KEY, choice);
	} catch {
		// Blocked or full: the choice holds for this page.
	}
}

/** With `identity: browser` the client has kept an id, in this visit or in an earlier one. */
function removeClientKeys(page: Window, projectKey: string): void {
	try {
		for (const storage of [page.localStorage, page.sessionStorage]) {
			const keys = Object.keys(storage).filter((key) => key.startsWith(`ph_${projectKey}_`));
			for (const key of keys) storage.removeItem(key);
		}
	} catch {
		// Blocked: nothing was kept.
	}
}
