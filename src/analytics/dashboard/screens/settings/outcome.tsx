import type { UseMutationResult } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { Problems } from "../../components/state-notices.tsx";

export interface OutcomeProps {
	readonly mutation: Pick<UseMutationResult<unknown, Error, never>, "isSuccess" | "error">;
	/** Said when it worked. */
	readonly done: string;
}

/** Beside a button: what came of pressing it. */
export function Outcome({ mutation, done }: OutcomeProps): ReactElement {
	const { isSuccess, error } = mutation;
	return (
		<span className="outcome" role="status">
			{isSuccess && <span className="outcome-done">{done}</span>}
			{error !== null && (
				<span className="form-problem">
					<Problems error={error} />
				</span>
			)}
		</span>
	);
}
