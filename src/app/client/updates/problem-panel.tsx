import { type ReactElement, useEffect, useState } from "react";
import { useLocation } from "react-router";
import {
	PROBLEMS_PATH,
	type ShownError,
	type ShownProblem,
	type ShownProblems,
} from "../../../shared/page/shown-problems.ts";
import { adoptStyles } from "../adopt-styles.ts";
import { createListeners, type Listeners } from "../listeners.ts";
import type { OverlayStore } from "../overlays.ts";
import styleText from "./problem-panel.css" with { type: "text" };

export interface ProblemPanelOptions {
	readonly page: Window;
	readonly basePath: string;
	readonly showOverlay: OverlayStore["show"];
}

/**
 * Shows authors the problems of the page and the site. The server decides who may see them.
 *
 * @returns A function that loads the problems again.
 */
export function createProblemPanel(options: ProblemPanelOptions): () => void {
	const { subscribe, notify } = createListeners();
	adoptStyles(options.page.document, styleText);
	options.showOverlay("after", <ProblemPanel {...options} subscribe={subscribe} />);
	return notify;
}

type ProblemPanelProps = ProblemPanelOptions & Pick<Listeners, "subscribe">;

function ProblemPanel({ page, basePath, subscribe }: ProblemPanelProps): ReactElement | undefined {
	const { pathname } = useLocation();
	const [shown, setShown] = useState<ShownProblems>();
	useEffect(() => {
		let isLeft = false;
		const ask = async (): Promise<void> => {
			const found = await fetchProblems(page, basePath, pathname);
			if (!isLeft) setShown(found);
		};
		void ask();
		const end = subscribe(() => void ask());
		return () => {
			isLeft = true;
			end();
		};
	}, [page, basePath, subscribe, pathname]);
	const { ofPage = [], ofSite = { count: 0, first: [] }, errors } = shown ?? {};
	if (errors !== undefined)
		return <ErrorOverlay errors={errors} onClose={() => setShown(undefined)} />;
	if (ofPage.length + ofSite.count === 0) return undefined;
	return (
		// Messages for authors are always in English.
		<aside className="problem-panel" lang="en" dir="ltr" aria-label="Problems">
			<details open={ofPage.length > 0}>
				<summary>{`Problems of this page: ${ofPage.length}`}</summary>
				<ProblemList problems={ofPage} />
			</details>
			{ofSite.count > 0 && (
				<details>
					<summary>{`Problems of the site: ${ofSite.count}`}</summary>
					<ProblemList problems={ofSite.first} />
				</details>
			)}
		</aside>
	);
}

interface ErrorOverlayProps {
	readonly errors: readonly ShownError[];
	readonly onClose: () => void;
}

/** Lies over the page until the errors are gone. */
function ErrorOverlay({ errors, onClose }: ErrorOverlayProps): ReactElement {
	return (
		<dialog className="error-overlay" open lang="en" dir="ltr" aria-label="Errors">
			<button type="button" onClick={onClose}>
				Close
			</button>
			{errors.map(({ file, line, column, message, frame, stack }) => (
				<section key={`${file}:${line}:${column} ${message}`}>
					<h2>{message}</h2>
					{file !== undefined && (
						<p>
							<code>{[file, line, column].filter(Boolean).join(":")}</code>
						</p>
					)}
					{frame !== undefined && <pre>{frame}</pre>}
					{stack !== undefined && (
						<details open={frame === undefined}>
							<summary>Stack</summary>
							<pre>{stack}</pre>
						</details>
					)}
				</section>
			))}
		</dialog>
	);
}

function ProblemList({ problems }: { readonly problems: readonly ShownProblem[] }): ReactElement {
	return (
		<ul>
			{problems.map(({ file, line, message }) => (
				<li key={`${file}:${line} ${message}`}>
					<code>{line === undefined ? file : `${file}:${line}`}</code>
					{message}
				</li>
			))}
		</ul>
	);
}

/** @returns `undefined` for visitors who may not see problems, and when the server is unreachable. */
async function fetchProblems(
	{ location, fetch }: Window,
	basePath: string,
	path: string,
): Promise<ShownProblems | undefined> {
	const query = new URLSearchParams(location.search);
	query.set("path", path);
	try {
		const response = await fetch(`${basePath}${PROBLEMS_PATH}?${query}`, { cache: "no-store" });
		// Written by the server of this build.
		return response.ok ? ((await response.json()) as ShownProblems) : undefined;
	} catch {
		// The problems may have changed, so the panel shows none.
		return undefined;
	}
}
