import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createScrollMemory } from "../../../../src/app/client/navigation/scroll-memory.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a position is kept in its history entry once scrolling has settled", () => {
	const page = windowAt(0);
	const memory = createScrollMemory(page);

	scrollTo(page, 700);
	vi.runAllTimers();

	expect(memory.recall()).toBe(700);
});

test("what others keep in the entry stays there", () => {
	const page = windowAt(120, { idx: 3, key: "abc" });

	createScrollMemory(page).save();

	expect(page.history.state).toEqual({ idx: 3, key: "abc", scrollTop: 120 });
});

test("after a step through the history, the old page's position is not written to the new entry", () => {
	const page = windowAt(0);
	const memory = createScrollMemory(page);
	scrollTo(page, 700);

	page.dispatchEvent(new Event("popstate"));
	vi.runAllTimers();

	expect(memory.recall()).toBeUndefined();
});

test("when the new page is on the screen, positions are kept again", () => {
	const page = windowAt(0);
	const memory = createScrollMemory(page);
	page.dispatchEvent(new Event("popstate"));

	memory.resume();
	scrollTo(page, 50);
	vi.runAllTimers();

	expect(memory.recall()).toBe(50);
});

test("the browser restores positions itself as soon as the document is left", () => {
	const page = windowAt(10);
	createScrollMemory(page);
	const whileOpen = page.history.scrollRestoration;

	page.dispatchEvent(new Event("pagehide"));

	expect([whileOpen, page.history.scrollRestoration]).toEqual(["manual", "auto"]);
});

function scrollTo(page: Window, top: number): void {
	Object.assign(page, { scrollY: top });
	page.dispatchEvent(new Event("scroll"));
}

/** As much of a window as scrolling needs. */
function windowAt(scrollY: number, state: unknown = null): Window {
	const history = {
		state,
		scrollRestoration: "auto",
		replaceState(next: unknown) {
			history.state = next;
		},
	};
	const timers = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout };
	// The part that the subject uses; a whole window would take a browser.
	return Object.assign(new EventTarget(), { scrollY, history, ...timers }) as unknown as Window;
}
