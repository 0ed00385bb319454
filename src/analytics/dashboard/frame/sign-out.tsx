import { useQueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { request } from "../api/request.ts";
import { answerKey, SESSION_PATH } from "../api/use-answer.ts";
import { useChange } from "../api/use-change.ts";
import { Icon } from "../components/icon.tsx";

export function SignOut(): ReactElement {
	const client = useQueryClient();
	const { mutate, isPending } = useChange(() => request(SESSION_PATH, { method: "DELETE" }), {
		// The next person at this screen must find nothing of what was shown.
		onDone: () => {
			client.setQueryData(answerKey(SESSION_PATH), { signed_in: false });
			client.removeQueries({ predicate: ({ queryKey }) => !queryKey.includes("session") });
		},
	});
	return (
		<button
			type="button"
			className="tool tool-icon"
			disabled={isPending}
			title="Sign out"
			onClick={() => mutate()}
		>
			<Icon name="leave" />
			<span className="visually-hidden">Sign out</span>
		</button>
	);
}
