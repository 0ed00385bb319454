import {
	COLOR_MODE_PREFERENCES,
	COLOR_MODE_STORAGE_KEY,
	type ColorModePreference,
	parseColorModePreference,
} from "../../shared/theme/color-mode.ts";

/** Fallback if storage is blocked. */
let inMemory: ColorModePreference = "system";

export function readPreference(): ColorModePreference {
	try {
		return parseColorModePreference(localStorage.getItem(COLOR_MODE_STORAGE_KEY) ?? inMemory);
	} catch {
		// Storage is blocked: the choice lasts until the tab closes.
		return inMemory;
	}
}

/** Styles follow the operating system without a class; only another choice needs a class. */
export function showPreference(preference: ColorModePreference): void {
	for (const mode of COLOR_MODE_PREFERENCES) {
		document.documentElement.classList.toggle(mode, mode === preference && mode !== "system");
	}
}

export function choosePreference(preference: ColorModePreference): void {
	inMemory = preference;
	try {
		localStorage.setItem(COLOR_MODE_STORAGE_KEY, preference);
	} catch {
		// Storage is blocked: the line above stores the choice in memory.
	}
	// The browser sends this event to other tabs only.
	dispatchEvent(new StorageEvent("storage", { key: COLOR_MODE_STORAGE_KEY }));
}

/**
 * Calls the listener when the color mode may have changed: by a choice in this or another tab,
 * or by the operating system.
 *
 * @returns A function that unsubscribes.
 */
export function subscribeToColorMode(listener: () => void): () => void {
	const system = matchMedia("(prefers-color-scheme: dark)");
	const follow = ({ key }: StorageEvent): void => {
		if (key !== null && key !== COLOR_MODE_STORAGE_KEY) return;
		showPreference(readPreference());
		listener();
	};
	system.addEventListener("change", listener);
	addEventListener("storage", follow);
	return () => {
		system.removeEventListener("change", listener);
		removeEventListener("storage", follow);
	};
}
