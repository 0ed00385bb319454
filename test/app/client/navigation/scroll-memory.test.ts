import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createScrollMemory } from "../../../../src/app/client/navigation/scroll-memory.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a position is kept in its history entry once scrolling has settled", () => {
	const page = windowAt(0, { idx: 0 });
	createScrollMemory(page);

	scrollTo(page, 700);
	vi.runAllTimers();

	expect(page.history.state).toEqual({ idx: 0, scrollTop: 700 });
});

test("what others keep in the entry stays there", () => {
	const page = windowAt(120, { idx: 3, key: "abc" });

	createScrollMemory(page).save();

	expect(page.history.state).toEqual({ idx: 3, key: "abc", scrollTop: 120 });
});

test("after a step through the history, the old page's last position is its own entry's", () => {
	const page = windowAt(0, { idx: 4 });
	const memory = createScrollMemory(page);
	scrollTo(page, 700);

	Object.assign(page.history, { state: { idx: 3 } });
	memory.save();
	vi.runAllTimers();

	expect(page.history.state).toEqual({ idx: 3 });
	expect(memory.recall(4)).toBe(700);
});

test("when the new page is on the screen, positions are kept for its entry", () => {
	const page = windowAt(0, { idx: 4 });
	const memory = createScrollMemory(page);
	Object.assign(page.history, { state: { idx: 3 } });

	memory.arrive(3, false);
	scrollTo(page, 50);
	vi.runAllTimers();

	expect(page.history.state).toEqual({ idx: 3, scrollTop: 50 });
});

test("a new entry has no position, whatever one of its number had", () => {
	const page = windowAt(300, { idx: 1 });
	const memory = createScrollMemory(page);
	memory.save();

	Object.assign(page.history, { state: { idx: 1 } });
	memory.arrive(1, true);

	expect(memory.recall(1)).toBeUndefined();
});

test("a document that replaces another build's begins where the visitor was", () => {
	const page = windowAt(0, { idx: 1, scrollTop: 900 });

	createScrollMemory(page);

	expect(page.scrollY).toBe(900);
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
	const page = Object.assign(new EventTarget(), {
		scrollY,
		history,
		...timers,
		scrollTo: (_left: number, top: number) => Object.assign(page, { scrollY: top }),
	});
	return page as unknown as Window;
}
