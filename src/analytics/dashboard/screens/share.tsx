import { type ReactElement, useEffect } from "react";
import { useLocation, useParams } from "react-router";
import * as z from "zod";
import type { OpenedShare } from "../../api-types/shares.ts";
import { pathOf, RefusedError, send } from "../api/request.ts";
import { useChange } from "../api/use-change.ts";
import { Card } from "../components/card.tsx";
import { Form } from "../components/form.tsx";
import { ScreenHeader } from "../components/screen-header.tsx";
import { Danger, Empty, Problems, SkeletonRows } from "../components/state-notices.tsx";
import { AnswerView } from "./explore/question-answer.tsx";

/** Figures of a share link, for people without a sign-in; also in a frame of another page. */
export function Share(): ReactElement {
	const { id = "" } = useParams();
	const secret = useLocation().hash.slice(1);
	const { mutate, data, error } = useChange((password: string | undefined) =>
		send<OpenedShare>("POST", pathOf`/api/share/${id}`, { secret, password }),
	);
	useEffect(() => mutate(undefined), [mutate]);
	return (
		<main id="main" className="main shared-figures">
			{data !== undefined && <Cards {...data} />}
			{data === undefined && error === null && <SkeletonRows count={8} />}
			{data === undefined && error !== null && <NotOpened error={error} onPassword={mutate} />}
		</main>
	);
}

function Cards({ name, cards }: OpenedShare): ReactElement {
	return (
		<>
			<ScreenHeader title={name} lead="The last 30 days" />
			{cards.map(({ title, view, answer }) => (
				<Card key={title} title={title}>
					<AnswerView answer={answer} view={view} title={title} />
				</Card>
			))}
		</>
	);
}

interface NotOpenedProps {
	readonly error: Error;
	readonly onPassword: (password: string) => void;
}

function NotOpened({ error, onPassword }: NotOpenedProps): ReactElement {
	const status = error instanceof RefusedError ? error.status : 0;
	return (
		<>
			<ScreenHeader title="Share link" />
			{status === 401 || status === 429 ? (
				<Form
					schema={sharePassword}
					submit="Show"
					done=""
					isStored
					send={async ({ password }) => onPassword(password)}
				>
					<Danger className="form-problem" error={error} />
				</Form>
			) : (
				<Empty title={status === 404 ? "This link does not work" : "The figures cannot be shown"}>
					<Problems error={error} />
					<p>Ask the sender for a new link.</p>
				</Empty>
			)}
		</>
	);
}

const sharePassword = z.object({
	password: z.string().meta({ title: "Password of this link", control: "password" }),
});
