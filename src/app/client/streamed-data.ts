import { STREAM_QUEUE } from "../../shared/document/stream-queue.ts";

declare global {
	interface Window {
		/** First the array that the document's scripts create. */
		[STREAM_QUEUE]?: (string | null)[] | { readonly push: (line: string | null) => void };
	}
}

/** Returns the lines of data that scripts of the document add while it arrives. */
export function documentLines(page: Window): ReadableStream<string> {
	return new ReadableStream({
		start(controller) {
			let isOpen = true;
			const end = (failure?: Error): void => {
				if (isOpen && failure === undefined) controller.close();
				else if (isOpen) controller.error(failure);
				isOpen = false;
			};
			const push = (line: string | null): void => {
				if (line === null) end();
				else if (isOpen) controller.enqueue(line);
			};
			const early = page[STREAM_QUEUE];
			page[STREAM_QUEUE] = { push };
			if (Array.isArray(early)) early.forEach(push);
			const onLoad = (): void => end(new Error("The document is incomplete"));
			if (page.document.readyState === "complete") onLoad();
			else page.addEventListener("load", onLoad);
		},
	});
}

/** Reads a payload and the lines that follow it. */
export async function readLines({ body }: Response): Promise<object> {
	let text = "";
	const lines = (body ?? new Blob().stream()).pipeThrough(new TextDecoderStream()).pipeThrough(
		new TransformStream<string, string>({
			transform(chunk, controller) {
				const parts = (text + chunk).split("\n");
				text = parts.pop() ?? "";
				for (const part of parts) controller.enqueue(part);
			},
		}),
	);
	const reader = lines.getReader();
	const { value = "null" } = await reader.read();
	const rest = new ReadableStream<string>({
		async pull(controller) {
			const { done, value: line } = await reader.read();
			if (done) controller.close();
			else controller.enqueue(JSON.parse(line));
		},
		cancel: (reason) => reader.cancel(reason),
	});
	return { ...JSON.parse(value), rest };
}
