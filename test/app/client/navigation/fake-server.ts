import type { View } from "../../../../src/app/view.ts";
import { pageNotFound } from "../../../../src/shared/page/errors.ts";
import { BUILD_HEADER, type Payload } from "../../../../src/shared/page/payload.ts";
import { samplePage } from "../../sample-state.ts";
import type { ManualClock } from "../manual-clock.ts";

/** How the server answers: at once, after a while, never, through a proxy that finds it gone, or not at all. */
export type ServerMode = "up" | "slow" | "stalled" | "gateway" | "down";

export const ORIGIN = "https://site.example";

/** Two pages redirect, one is missing, one is a file. */
const REDIRECTS: Readonly<Record<string, string>> = {
	"/moved": "/b",
	"/chain": "/moved",
	"/loop": "/loop",
};

/** A server of a few pages, whose time passes when it is told to. */
export function createFakeServer(clock: ManualClock) {
	/** Payloads and documents that were asked for. */
	const requests: string[] = [];
	const removed = new Set<string>();
	let mode: ServerMode = "up";
	let modeSince = 0;
	let liveBuild = 1;
	return {
		requests,
		isUp,
		fetchPayload,
		delay,
		buildId: () => `build-${liveBuild}`,
		/** What it is, if it went away before this moment. */
		goneAs: () => (isAway() && clock.now() > modeSince ? mode : undefined),
		set(next: ServerMode): void {
			mode = next;
			modeSince = clock.now();
		},
		deploy(): void {
			liveBuild += 1;
		},
		/** The author deletes a page. */
		remove: (path: string) => removed.add(path),
	};

	async function fetchPayload(target: string, { signal }: RequestInit): Promise<Response> {
		const { pathname, searchParams } = new URL(target, ORIGIN);
		const wanted = pathname.replace(/\/?_payload\.json$/, "") || "/";
		const [, ...query] = [...searchParams].map(([key, value]) => `${key}=${value}`);
		requests.push(wanted + (query.length === 0 ? "" : `?${query.join("&")}`));
		if (mode === "stalled") return untilAborted(signal);
		if (!isUp()) {
			await delay(5);
			if (mode === "gateway") return new Response(null, { status: 503 });
			throw new TypeError("Failed to fetch");
		}
		await Promise.race([delay(mode === "slow" ? 9000 : 20), untilAborted(signal)]);
		if (isAway()) throw new TypeError("Failed to fetch");
		const headers = { [BUILD_HEADER]: `build-${liveBuild}` };
		return Response.json(payloadOf(removed.has(wanted) ? "/missing" : wanted), { headers });
	}

	function isUp(): boolean {
		return mode === "up" || mode === "slow";
	}

	function isAway(): boolean {
		return mode === "down" || mode === "gateway";
	}

	function delay(durationMs: number): Promise<void> {
		return new Promise((resolve) => {
			clock.after(durationMs, resolve);
		});
	}
}

/** What a path comes to on the server, redirects followed. */
export function serverPath(path: string): string {
	const [pathname = "", hash] = path.split("#");
	const target = REDIRECTS[pathname];
	const fragment = hash === undefined ? "" : `#${hash}`;
	return target === undefined || target === pathname ? path : serverPath(target + fragment);
}

export function titleAt(path: string): string {
	return titleOf(viewOf(serverPath(path)));
}

export function titleOf(view: View): string {
	return view.kind === "page" ? view.page.title : view.error.message;
}

export function finalUrl(url: string): string {
	return ORIGIN + serverPath(pathOf(url));
}

export function viewOf(path: string): View {
	const pathname = path.split(/[?#]/, 1)[0] ?? "";
	if (pathname === "/missing") {
		return { kind: "error", error: pageNotFound(pathname), navigation: NO_NAVIGATION };
	}
	const page = samplePage({ path: pathname, title: `Page ${pathname}` });
	return { ...page, Page: () => null, params: {}, query: "" };
}

const NO_NAVIGATION = { sections: [], sidebar: [] };

function payloadOf(path: string): Payload {
	const to = REDIRECTS[path];
	return to === undefined ? documentOf(path) : { kind: "redirect", to, status: 307 };
}

/** The payload in a document. */
export function documentOf(path: string): Payload {
	const view = viewOf(path);
	return view.kind === "error" ? view : { ...view };
}

export function pathOf(url: string): string {
	const { pathname, search, hash } = new URL(url);
	return pathname + search + hash;
}

export function withoutHash(url: string): string {
	return url.split("#", 1)[0] ?? url;
}

function untilAborted(signal: AbortSignal | null | undefined): Promise<never> {
	return new Promise((_, reject) => {
		signal?.addEventListener("abort", () => reject(new DOMException("Aborted", "AbortError")));
	});
}
