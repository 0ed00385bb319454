import { Writable } from "node:stream";
import type { ReactElement } from "react";
import { renderToPipeableStream } from "react-dom/server";
import type { StreamAppOptions, StreamedApp } from "../../app/entry-code.tsx";
import { stackOf } from "../../app/route-data.ts";
import { scriptJson } from "../../shared/document/html.ts";
import { START_EVENT } from "../../shared/document/inline-script.ts";
import { STREAM_QUEUE } from "../../shared/document/stream-queue.ts";
import type { StreamPiece } from "../../shared/page/document-source.ts";

/**
 * Renders an app whose data contains promises. React's inline scripts move each part to its place.
 *
 * @throws Any error outside of a `Suspense` boundary.
 */
export function streamApp(
	app: ReactElement,
	{ lines, nonce }: StreamAppOptions,
): Promise<StreamedApp> {
	const { promise, resolve, reject } = Promise.withResolvers<StreamedApp>();
	const { readable: rest, writable } = new TransformStream<StreamPiece, StreamPiece>(undefined, {
		// A document that is rendered already takes no more memory than one without promises.
		highWaterMark: Number.POSITIVE_INFINITY,
	});
	const writer = writable.getWriter();
	const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
	const reported = new Set<string>();
	let hasShell = false;
	const send = (piece: StreamPiece): void => {
		// A failed write means that the client has left.
		writer.write(piece).catch(() => undefined);
	};
	const report = (piece: StreamPiece & { readonly error: string }): void => {
		const [first = ""] = piece.error.split("\n    at ", 1);
		if (!reported.has(first)) send(piece);
		reported.add(first);
	};
	const { pipe, abort } = renderToPipeableStream(app, {
		nonce,
		progressiveChunkSize: Number.POSITIVE_INFINITY,
		onShellReady: () => pipe(new Flushes(onHtml, finish)),
		onShellError: reject,
		onError(error, { componentStack }) {
			report({ error: `${stackOf(error)}${componentStack ?? ""}` });
		},
	});
	writer.closed.catch(abort);
	return promise;

	function onHtml(html: string): void {
		if (hasShell) {
			send({ text: html.includes(" style=") ? html + applyStyles(nonce) : html });
			return;
		}
		hasShell = true;
		resolve({ shell: html, afterShell: afterShell(nonce), rest });
		sendLines().catch(abort);
	}

	async function sendLines(): Promise<void> {
		for await (const piece of lines) {
			if ("error" in piece) report(piece);
			else send({ text: pushLine(nonce, piece.text) });
		}
		await finished;
		send({ text: pushLine(nonce, null) });
		await writer.close();
	}
}

/** Collects the bytes that React writes until it flushes, so that each text consists of whole elements. */
class Flushes extends Writable {
	#chunks: Buffer[] = [];
	readonly #onHtml: (html: string) => void;

	constructor(onHtml: (html: string) => void, onFinish: () => void) {
		// React stops within a flush while a stream is full.
		super({ highWaterMark: Number.MAX_SAFE_INTEGER });
		this.#onHtml = onHtml;
		this.once("finish", onFinish);
	}

	override _write(chunk: Buffer, _encoding: string, done: () => void): void {
		this.#chunks.push(chunk);
		done();
	}

	/** Called by React. */
	flush(): void {
		const html = Buffer.concat(this.#chunks).toString();
		this.#chunks = [];
		if (html !== "") this.#onHtml(html);
	}
}

/** Elements after the shell, which start the app, and show all parts to browsers without scripts. */
function afterShell(nonce: string): string {
	return (
		`<noscript><style nonce="${nonce}">${WITHOUT_SCRIPTS}</style></noscript>` +
		`<script nonce="${nonce}">dispatchEvent(new Event("${START_EVENT}"))</script>`
	);
}

/** React sends late parts in hidden elements, and marks the fallbacks. */
const WITHOUT_SCRIPTS =
	'[hidden][id^="S:"]{display:contents!important}template[id^="B:"]+*{display:none!important}';

function pushLine(nonce: string, line: string | null): string {
	return `<script nonce="${nonce}">(self.${STREAM_QUEUE}??=[]).push(${scriptJson(line)})</script>`;
}

/** The content security policy forbids the attribute, so it has another name in the document. */
function applyStyles(nonce: string): string {
	return `<script nonce="${nonce}">for(const e of document.querySelectorAll("[data-style]"))e.style.cssText=e.dataset.style</script>`;
}
