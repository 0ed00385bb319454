import type { ReactElement, ReactNode } from "react";
import { RefusedError } from "../api/request.ts";
import { formatCounted } from "../format/numbers.ts";

export interface FailureProps {
	/** Name of the data, such as `the figures`. */
	readonly what: string;
	readonly query: { readonly error: Error | null; readonly refetch: () => Promise<unknown> };
}

/** Shows the error instead of the data, with a button that tries again. */
export function Failure({ what, query: { error, refetch } }: FailureProps): ReactElement {
	return (
		<div className="notice notice-danger" role="alert">
			<p>
				<strong>Could not load {what}.</strong>
			</p>
			{error !== null && <Problems error={error} />}
			<button type="button" className="button" onClick={() => void refetch()}>
				Try again
			</button>
		</div>
	);
}

/** The sentences of a refusal, or a notice that the service cannot be reached. */
export function Problems({ error }: { readonly error: Error }): ReactElement {
	if (!(error instanceof RefusedError)) {
		return <p>The service cannot be reached. It may be restarting, or this device is offline.</p>;
	}
	const { problems, retryAfter } = error;
	return (
		<>
			{problems.map((problem) => (
				<p key={problem}>{problem}</p>
			))}
			{retryAfter !== undefined && <p>Try again in {formatCounted(retryAfter, "second")}.</p>}
		</>
	);
}

export interface DangerProps {
	readonly error: Error | null;
	/** `form-problem`: below the fields of a form. */
	readonly className?: "notice notice-danger" | "form-problem";
}

/** The reason of a refusal. */
export function Danger(props: DangerProps): ReactElement | undefined {
	const { error, className = "notice notice-danger" } = props;
	if (error === null) return undefined;
	return (
		<div className={className} role="alert">
			<Problems error={error} />
		</div>
	);
}

export interface EmptyProps {
	readonly title: string;
	readonly children?: ReactNode;
}

/** Shown for an empty response; explains the next step. */
export function Empty({ title, children }: EmptyProps): ReactElement {
	return (
		<div className="empty">
			<p className="empty-title">{title}</p>
			<div>{children}</div>
		</div>
	);
}

/** Placeholder lines. `count` is the expected number of rows, so that the layout does not shift. */
export function SkeletonRows({ count }: { readonly count: number }): ReactElement {
	return (
		<div className="skeleton-rows" role="status" aria-label="Loading">
			{Array.from({ length: count }, (_, index) => `row-${index}`).map((key) => (
				<span key={key} className="skeleton" />
			))}
		</div>
	);
}

/** Notice above figures for which the service reached its limit of events. */
export function PartialNotice(): ReactElement {
	return (
		<p className="hint">
			Too many events to read at once: the older part of the range is missing. Choose a shorter
			range to see all of it.
		</p>
	);
}
