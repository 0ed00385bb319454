import {
	createServer,
	type IncomingMessage,
	type ServerResponse,
	request as sendOn,
} from "node:http";
import { listenForTest } from "./listen-for-test.ts";

export interface Person {
	/** IP address of the person. */
	readonly address: string;
	/** Replaces the browser's user agent; absent: the browser's own. */
	readonly userAgent?: string;
}

export interface PeopleProxyOptions {
	/** Origin of the site. */
	readonly site: string;
	readonly personOf: (name: string) => Person;
	/** Whether a request is never answered. */
	readonly isHeld: (url: string) => boolean;
}

export interface PeopleProxy {
	readonly originOf: (name: string) => string;
	/** Posts with events that broke off or were refused: their events may be lost. */
	readonly failures: readonly string[];
}

interface Passing {
	readonly site: string;
	readonly person: Person;
	readonly failures: string[];
}

/**
 * Starts a proxy in front of a site, which lets one browser act as many people: a request to
 * `http://{name}.people.localhost` gets the IP address of that name. All names are the same site for the
 * browser, and so share a process. A process that ends with its page is killed after 500 ms, on a busy
 * machine before it has sent its last requests.
 *
 * The name is part of each request, so that requests that a page sends when it closes have it too.
 * Chromium's settings of a page do not reach those.
 */
export async function startPeopleProxy({
	site,
	personOf,
	isHeld,
}: PeopleProxyOptions): Promise<PeopleProxy> {
	const failures: string[] = [];
	const server = createServer((request, response) => {
		if (isHeld(request.url ?? "")) return;
		const [name = ""] = (request.headers.host ?? "").split(".", 1);
		passOn({ site, person: personOf(name), failures }, request, response);
	});
	const port = await listenForTest(server);
	return { originOf: (name) => `http://${name}.people.localhost:${port}`, failures };
}

function passOn(
	{ site, person: { address, userAgent }, failures }: Passing,
	request: IncomingMessage,
	response: ServerResponse,
): void {
	const headers = {
		...request.headers,
		"x-forwarded-for": address,
		"user-agent": userAgent ?? request.headers["user-agent"],
	};
	const { method, url } = request;
	const upstream = sendOn(site + url, { method, headers }, (answer) => {
		const { statusCode = 502 } = answer;
		if (method === "POST" && statusCode >= 400) failures.push(`${statusCode} ${url}`);
		response.writeHead(statusCode, answer.headers);
		answer.pipe(response);
	});
	upstream.on("error", (error) => {
		if (method === "POST") failures.push(`${error.message} ${url}`);
		response.destroy();
	});
	response.on("close", () => upstream.destroy());
	request.pipe(upstream);
}
