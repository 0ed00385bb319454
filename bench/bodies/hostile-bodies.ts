import { gzipSync } from "node:zlib";
import { PROJECT_KEY, pageViewBatchBody, serverBatchBody } from "../ingest/bodies.ts";

const MEGABYTE = 1024 * 1024;
const DEEP = 10_000;

export interface HostileBody {
	readonly name: string;
	/** Whether the body is hostile; otherwise it is large and valid. */
	readonly isRefused: boolean;
	/** Returns a new body each time, since events have unique ids. */
	readonly make: () => Buffer;
	/** Whether it is sent in chunks, without a content-length. */
	readonly isChunked?: boolean;
}

/** Bodies that cost more than usual, including the two bodies of a budget. */
export const BODIES = {
	manyEvents: {
		name: "10,000 events of a server",
		isRefused: false,
		make: () => Buffer.from(serverBatchBody(10_000)),
	},
	largeBody: {
		name: "9,000 page views, 19 MB",
		isRefused: false,
		make: () => Buffer.from(pageViewBatchBody(9_000)),
	},
	bomb: refused("gzip bomb 1:1000, 100 MB", () => bomb(100)),
	nestedBomb: refused("the same inside another gzip", () => gzipSync(bomb(100))),
	formBomb: refused("base64 of the bomb, as a form", () =>
		Buffer.from(`data=${encodeURIComponent(bomb(100).toString("base64"))}&compression=gzip-js`),
	),
	announced: refused("100 MB, announced", () => Buffer.alloc(100 * MEGABYTE, "[")),
	// The service would refuse brackets as soon as the first arrive.
	chunked: { ...refused("100 MB of one string, in chunks", () => string(100)), isChunked: true },
	brackets: refused("19 MB of brackets", () => Buffer.alloc(19 * MEGABYTE, "[")),
	string: refused("19 MB of one string", () => string(19)),
	junk: refused("19 MB of junk", () => Buffer.alloc(19 * MEGABYTE, 0xe9)),
	keys: refused("a million keys", () => Buffer.from(`{${keys(1_000_000)}}`)),
	deep: refused("depth 10,000", () =>
		Buffer.from(
			`{"api_key":"${PROJECT_KEY}","event":"x","distinct_id":"u","properties":{"a":${"[".repeat(DEEP)}${"]".repeat(DEEP)}}}`,
		),
	),
} as const satisfies Readonly<Record<string, HostileBody>>;

/** Makes the body once: the service stores nothing of a refused body. */
function refused(name: string, make: () => Buffer): HostileBody {
	let body: Buffer | undefined;
	return {
		name,
		isRefused: true,
		make: () => {
			body ??= make();
			return body;
		},
	};
}

function bomb(megabytes: number): Buffer {
	return gzipSync(Buffer.alloc(megabytes * MEGABYTE, "["), { level: 9 });
}

function string(megabytes: number): Buffer {
	return Buffer.alloc(megabytes * MEGABYTE, '["').fill("a", 2);
}

function keys(count: number): string {
	return Array.from({ length: count }, (_, index) => `"k${index}":1`).join(",");
}
