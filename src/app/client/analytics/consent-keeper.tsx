import { type ReactElement, useEffect, useRef } from "react";
import { announce, useFocusReturn } from "../../components/announce.ts";
import { useWords } from "../../runtime-config.ts";
import type { OverlayStore } from "../overlays.ts";
import { readStored, writeStored } from "../stored.ts";

export interface ConsentKeeperOptions {
	readonly page: Window;
	/** Part of the client's storage keys. */
	readonly projectKey: string;
	/** Whether to ask a visitor who has not chosen yet. */
	readonly hasBanner: boolean;
	readonly showOverlay: OverlayStore["show"];
	/** Called with a choice from storage, from another tab, or from the banner. */
	readonly onChoice: (choice: Choice) => void;
}

export type Choice = "granted" | "denied";

/** Written only after the visitor has chosen. With `identity: browser` the client has its own keys. */
const CONSENT_KEY = "loggia-consent";

/**
 * Reads and stores the visitor's choice. Consent is stored until it is withdrawn. A refusal ends
 * with the tab, because a visitor who declines storage should not get a stored value.
 *
 * @returns A function that stores a choice made outside the banner, and hides the banner.
 */
export function createConsentKeeper({
	page,
	projectKey,
	hasBanner,
	showOverlay,
	onChoice,
}: ConsentKeeperOptions): (choice: Choice) => void {
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
		// If another tab removed the choice, this tab withdraws consent, too.
		onChoice(newValue === "granted" ? "granted" : "denied");
		if (newValue !== "granted") removeClientKeys(page, projectKey);
	});
	const chosen = read(page);
	if (chosen !== undefined) onChoice(chosen);
	else if (hasBanner) {
		hideBanner = showOverlay("before", <ConsentBanner onChoice={choose} />);
	}
	return keep;
}

function read(page: Window): Choice | undefined {
	if (readStored(page, "localStorage", CONSENT_KEY) === "granted") return "granted";
	return readStored(page, "sessionStorage", CONSENT_KEY) === "denied" ? "denied" : undefined;
}

function write(page: Window, choice: Choice): void {
	const isGranted = choice === "granted";
	writeStored(page, "localStorage", CONSENT_KEY, isGranted ? choice : undefined);
	writeStored(page, "sessionStorage", CONSENT_KEY, isGranted ? undefined : choice);
}

/** Removes the id that the client stored with `identity: browser`. */
function removeClientKeys(page: Window, projectKey: string): void {
	try {
		for (const storage of [page.localStorage, page.sessionStorage]) {
			const keys = Object.keys(storage).filter((key) => key.startsWith(`ph_${projectKey}_`));
			for (const key of keys) storage.removeItem(key);
		}
	} catch {
		// Storage is blocked, so nothing was stored.
	}
}

/**
 * Asks whether the visit may be counted. The banner causes no layout shift and takes no focus.
 * Both answers look alike.
 */
function ConsentBanner({ onChoice }: Pick<ConsentKeeperOptions, "onChoice">): ReactElement {
	const word = useWords();
	const banner = useRef<HTMLElement>(null);
	const question = word(QUESTION);
	useFocusReturn(banner);
	useEffect(() => announce(document, question), [question]);
	return (
		<section ref={banner} className="consent-banner" aria-label={word("Analytics")}>
			<p>{question}</p>
			<div className="consent-answers">
				<button type="button" onClick={() => onChoice("denied")}>
					{word("No")}
				</button>
				<button type="button" onClick={() => onChoice("granted")}>
					{word("Yes, count my visit")}
				</button>
			</div>
		</section>
	);
}

const QUESTION =
	"May this site count your visit? It stores your answer, and nothing else, in this browser.";
