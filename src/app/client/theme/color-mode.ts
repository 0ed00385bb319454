import {
	COLOR_MODE_STORAGE_KEY,
	type ColorMode,
	type ColorModePreference,
	type ColorModeStorage,
	parseColorModePreference,
	resolveColorMode,
} from "../../../shared/theme/color-mode.ts";
import type { ColorModeChoice } from "../../components/color-mode-control.tsx";
import { createListeners } from "../listeners.ts";
import { readStored, writeStored } from "../stored.ts";

export interface ColorModeStore extends ColorModeChoice {
	/** Sets the page's own mode; `undefined`: the page has none. */
	readonly force: (mode: ColorMode | undefined) => void;
}

/**
 * Takes over from the inline script: updates `<html>` when the visitor, the operating system,
 * another tab or the page changes the mode.
 */
export function createColorModeStore(page: Window): ColorModeStore {
	const root = page.document.documentElement;
	const storage: ColorModeStorage =
		root.dataset["colorModeStorage"] === "sessionStorage" ? "sessionStorage" : "localStorage";
	const systemIsDark = page.matchMedia("(prefers-color-scheme: dark)");
	const { subscribe, notify } = createListeners();
	// If storage is blocked, only the root has a choice that was made before this script ran.
	let preference = stored() ?? parseColorModePreference(root.dataset["colorModeChoice"]);
	let forced = parseForced(root.dataset["colorModeForced"]);

	systemIsDark.addEventListener("change", update);
	page.addEventListener("storage", ({ key, storageArea }) => {
		// A cleared storage reports no key at all.
		if (storageArea === page[storage] && (key === COLOR_MODE_STORAGE_KEY || key === null)) reread();
	});
	page.addEventListener("pageshow", ({ persisted }) => {
		// A page in the back-forward cache receives no events of other tabs.
		if (persisted) reread();
	});
	update();

	return {
		preference: () => preference,
		choose(chosen) {
			preference = chosen;
			writeStored(page, storage, COLOR_MODE_STORAGE_KEY, chosen);
			update();
		},
		force(mode) {
			forced = mode;
			if (mode === undefined) delete root.dataset["colorModeForced"];
			else root.dataset["colorModeForced"] = mode;
			update();
		},
		subscribe,
	};

	function stored(): ColorModePreference | undefined {
		const text = readStored(page, storage, COLOR_MODE_STORAGE_KEY);
		return text === undefined ? undefined : parseColorModePreference(text);
	}

	function reread(): void {
		preference = stored() ?? preference;
		update();
	}

	function update(): void {
		const mode = resolveColorMode(forced, preference, systemIsDark.matches);
		root.classList.remove("light", "dark");
		root.classList.add(mode);
		root.style.colorScheme = mode;
		notify();
	}
}

function parseForced(value: string | undefined): ColorMode | undefined {
	return value === "light" || value === "dark" ? value : undefined;
}
