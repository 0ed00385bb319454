import { expect, test, vi } from "vitest";
import { createIconSource } from "../../../../src/app/client/theme/icons.ts";

test("icons that the server has drawn are there without a request", () => {
	const loadClient = vi.fn();

	const source = createIconSource(documentWith({ "lucide:menu": "<svg>menu</svg>" }), loadClient);
	source.request("lucide:menu");

	expect(source.markup("lucide:menu")).toBe("<svg>menu</svg>");
	expect(loadClient).not.toHaveBeenCalled();
});

test("an icon that is asked for twice is loaded once, and announced", async () => {
	const loadIcon = vi.fn(async () => "<svg>sun</svg>");
	const source = createIconSource(documentWith({}), async () => loadIcon);
	const heard = vi.fn();
	source.subscribe(heard);

	source.request("lucide:sun");
	source.request("lucide:sun");
	await expect.poll(() => heard).toHaveBeenCalledOnce();

	expect(source.markup("lucide:sun")).toBe("<svg>sun</svg>");
	expect(loadIcon).toHaveBeenCalledOnce();
});

test("an icon that failed can be asked for again, and is one error in the console", async () => {
	const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
	const answers = [undefined, undefined, "<svg>sun</svg>"];
	const source = createIconSource(documentWith({}), async () => async () => answers.shift());

	source.request("lucide:sun");
	await expect.poll(() => answers).toHaveLength(2);
	const askAgain = (): string | undefined => {
		source.request("lucide:sun");
		return source.markup("lucide:sun");
	};

	await expect.poll(askAgain).toBe("<svg>sun</svg>");
	expect(errors).toHaveBeenCalledOnce();
	errors.mockRestore();
});

/** As much of a document as holds drawn icons. */
function documentWith(icons: Readonly<Record<string, string>>): ParentNode {
	const elements = Object.entries(icons).map(([name, innerHTML]) => ({
		getAttribute: () => name,
		innerHTML,
	}));
	// Nothing else of it is touched.
	return { querySelectorAll: () => elements } as unknown as ParentNode;
}
