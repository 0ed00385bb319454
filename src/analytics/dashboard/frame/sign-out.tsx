import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { request } from "../api/request.ts";
import { SESSION_KEY } from "../api/use-session.ts";
import { Icon } from "../components/icon.tsx";

export function SignOut(): ReactElement {
	const client = useQueryClient();
	const { mutate, isPending } = useMutation({
		mutationFn: () => request("/api/session", { method: "DELETE" }),
		onSuccess: () => {
			// Nothing of what was shown stays for whoever comes next to this screen.
			client.setQueryData(SESSION_KEY, { signed_in: false });
			client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] });
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
