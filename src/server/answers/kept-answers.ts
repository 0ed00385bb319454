import type { IncomingMessage, ServerResponse } from "node:http";
import type { LogAnswer } from "../http/answer-log.ts";
import { isNotModified } from "../http/conditional.ts";
import { acceptedCoding } from "./coding.ts";
import { answerKey } from "./key.ts";
import type { FlatHeaders, PageAnswer } from "./page-answer.ts";
import type { PageCache } from "./page-cache.ts";
import { Polisher } from "./polisher.ts";

export interface KeptAnswersOptions {
	readonly cache: PageCache;
	/** Parameters that make a different page. */
	readonly canonicalQuery: () => readonly string[];
	readonly logAnswer: LogAnswer;
}

/** Answers a request of the HTTP server from the page cache, before there is a framework. */
export interface KeptAnswers {
	/** @returns Whether it has answered; otherwise nothing was touched. */
	readonly answer: (request: IncomingMessage, response: ServerResponse) => boolean;
	/** From now on everything is left to the framework, which tells connections to close. */
	readonly stop: () => void;
}

/** Asked for again and again, it is worth the time that the smallest size takes. */
const POLISHED_AT_USE = 2;

/**
 * Sends what is kept, past the framework: an answer is kept with all headers that it was first
 * sent with, and only if nothing but its path had a say in it. So routing, hooks and objects
 * for each request would come to the same.
 */
export function createKeptAnswers(options: KeptAnswersOptions): KeptAnswers {
	const { cache, canonicalQuery, logAnswer } = options;
	const polisher = new Polisher();
	let isStopped = false;
	return {
		answer(request, response) {
			const { method, url = "/" } = request;
			if (isStopped || (method !== "GET" && method !== "HEAD")) return false;
			const startedAt = performance.now();
			const path = answerKey(url, canonicalQuery());
			const answer = path === undefined ? undefined : cache.find(path);
			if (path === undefined || answer === undefined) return false;
			if (!send(request, response, answer)) return false;
			if (answer.uses === POLISHED_AT_USE) polisher.add(answer);
			const durationMs = performance.now() - startedAt;
			logAnswer({ method, path, status: response.statusCode, durationMs });
			return true;
		},
		stop() {
			isStopped = true;
		},
	};
}

/** @returns Whether it could be sent: not in a coding that nobody has asked for yet. */
function send(request: IncomingMessage, response: ServerResponse, answer: PageAnswer): boolean {
	const { headers, method } = request;
	const { headersNotModified } = answer;
	if (headersNotModified === undefined) return false;
	if (isNotModified(headers["if-none-match"], answer.etag)) {
		writeHead(response, 304, headersNotModified).end();
		return true;
	}
	const coded = answer.coded(acceptedCoding(headers["accept-encoding"]?.toString()));
	if (coded === undefined) return false;
	const sending = writeHead(response, 200, coded.headers);
	if (method === "HEAD") sending.end();
	// The coding is that of a text, and means nothing to bytes.
	else sending.end(coded.body, "latin1");
	return true;
}

function writeHead(response: ServerResponse, status: number, headers: FlatHeaders): ServerResponse {
	// Node reads the array and leaves it as it is; only its type says less.
	return response.writeHead(status, headers as string[]);
}
