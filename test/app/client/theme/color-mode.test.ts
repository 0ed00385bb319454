import { expect, test } from "vitest";
import { createColorModeStore } from "../../../../src/app/client/theme/color-mode.ts";

const RETURN = { type: "pageshow", persisted: true };

test.each([
	["light", "light"],
	["dark", "dark"],
	["system", "system"],
	[" dark", "system"],
	["DARK", "system"],
	["null", "system"],
	['{"a":1}', "system"],
	["", "system"],
	[undefined, "system"],
])("a stored %j is the preference %s", (stored, preference) => {
	const { page } = fakePage({ stored });

	const store = createColorModeStore(page);

	expect(store.preference()).toBe(preference);
});

test("the system's change is followed at once, and only under the preference system", () => {
	const { page, root, turnSystem } = fakePage({ stored: undefined });
	const store = createColorModeStore(page);

	turnSystem({ dark: true });
	const followed = root.shown();
	store.choose("light");
	turnSystem({ dark: false });
	turnSystem({ dark: true });

	expect(followed).toEqual({ classes: ["dark"], colorScheme: "dark" });
	expect(root.shown()).toEqual({ classes: ["light"], colorScheme: "light" });
});

test("nothing is written before the visitor chooses", () => {
	const { page, storage, turnSystem } = fakePage({ stored: undefined });
	const store = createColorModeStore(page);

	store.force("dark");
	turnSystem({ dark: true });
	const before = storage.written();
	store.choose("dark");

	expect(before).toEqual([]);
	expect(storage.written()).toEqual([["nuxt-color-mode", "dark"]]);
});

const OURS = { type: "storage", key: "nuxt-color-mode" };

test.each([
	["another tab's choice", "light", "dark", OURS, "dark"],
	["another tab that clears the storage", "dark", undefined, { ...OURS, key: null }, "system"],
	["what the back/forward cache has missed", "light", "dark", RETURN, "dark"],
	["another key, which is no news", "dark", "light", { ...OURS, key: "other" }, "dark"],
	["an event of another storage", "dark", "light", { ...OURS, storageArea: {} }, "dark"],
])("%s applies at once and is announced to listeners", (_what, stored, next, event, preference) => {
	const { page, root, storage, send } = fakePage({ stored });
	const store = createColorModeStore(page);
	let heard = 0;
	store.subscribe(() => heard++);

	storage.set(next);
	send({ storageArea: page.localStorage, ...event });

	expect(store.preference()).toBe(preference);
	expect(root.shown().classes).toEqual([preference === "dark" ? "dark" : "light"]);
	expect(heard).toBe(stored === preference ? 0 : 1);
});

test.each([
	"access",
	"use",
] as const)("with storage blocked at its %s, a choice lives in memory", (blocked) => {
	const { page, root, send } = fakePage({ stored: "dark", blocked });
	const store = createColorModeStore(page);

	store.choose("dark");
	send(RETURN);

	expect(store.preference()).toBe("dark");
	expect(root.shown().classes).toEqual(["dark"]);
});

test("a forced page wins while it is shown, and a choice made on it applies after it", () => {
	const { page, root } = fakePage({ stored: "light" });
	const store = createColorModeStore(page);

	store.force("dark");
	const forced = { ...root.shown(), attribute: root.attribute("colorModeForced") };
	store.choose("dark");
	store.choose("light");
	store.force(undefined);

	expect(forced).toEqual({ classes: ["dark"], colorScheme: "dark", attribute: "dark" });
	expect(root.shown().classes).toEqual(["light"]);
	expect(root.attribute("colorModeForced")).toBeUndefined();
});

test("a document that was served as forced is so from the start", () => {
	const { page, root } = fakePage({ stored: "light", attributes: { colorModeForced: "dark" } });

	createColorModeStore(page);

	expect(root.shown().classes).toEqual(["dark"]);
});

test("a site may keep the choice for the session only", () => {
	const { page, storage } = fakePage({
		stored: "dark",
		kind: "sessionStorage",
		attributes: { colorModeStorage: "sessionStorage" },
	});
	const store = createColorModeStore(page);

	store.choose("light");

	expect(storage.written()).toEqual([["nuxt-color-mode", "light"]]);
});

interface FakePageOptions {
	readonly stored: string | undefined;
	readonly kind?: "localStorage" | "sessionStorage";
	readonly blocked?: "access" | "use";
	readonly attributes?: Record<string, string>;
}

/** As much of a window as color modes need. */
function fakePage({ stored, kind = "localStorage", blocked, attributes = {} }: FakePageOptions) {
	const dataset: Record<string, string> = { ...attributes };
	const classes = new Set<string>();
	const style = { colorScheme: "" };
	const written: [string, string][] = [];
	let value = stored;
	const media = Object.assign(new EventTarget(), { matches: false });
	const refuse = (what: typeof blocked): void => {
		if (blocked === what) throw new DOMException("Denied", "SecurityError");
	};
	const storage = {
		getItem: () => {
			refuse("use");
			return value ?? null;
		},
		setItem: (key: string, next: string) => {
			refuse("use");
			written.push([key, next]);
			value = next;
		},
	};
	const emptyStorage = { getItem: () => null, setItem: () => undefined };
	const target = new EventTarget();
	const page = {
		document: {
			documentElement: {
				dataset,
				style,
				classList: {
					add: (name: string) => classes.add(name),
					remove: (...names: string[]) => {
						for (const name of names) classes.delete(name);
					},
				},
			},
		},
		matchMedia: () => media,
		addEventListener: target.addEventListener.bind(target),
		get localStorage() {
			refuse("access");
			return kind === "localStorage" ? storage : emptyStorage;
		},
		get sessionStorage() {
			return kind === "sessionStorage" ? storage : emptyStorage;
		},
	};
	return {
		// Only the members above are ever touched.
		page: page as unknown as Window,
		root: {
			shown: () => ({ classes: [...classes], colorScheme: style.colorScheme }),
			attribute: (name: string) => dataset[name],
		},
		storage: {
			written: () => [...written],
			set: (next: string | undefined) => {
				value = next;
			},
		},
		send: ({ type, ...event }: Readonly<Record<string, unknown>> & { readonly type: string }) =>
			target.dispatchEvent(Object.assign(new Event(type), event)),
		turnSystem: ({ dark }: { readonly dark: boolean }) => {
			media.matches = dark;
			media.dispatchEvent(new Event("change"));
		},
	};
}
