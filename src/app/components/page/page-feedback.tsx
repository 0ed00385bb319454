import { type FormEvent, type ReactElement, useState } from "react";
import { useWords } from "../../runtime-config.ts";
import { useAnalytics } from "../use-analytics.ts";

const LONGEST_TEXT = 1_000;

/**
 * Asks whether the page was helpful, and then what can be improved. The styles hide it where no
 * script runs.
 */
export function PageFeedback(): ReactElement {
	const word = useWords();
	const { capture } = useAnalytics();
	const [helpful, setHelpful] = useState<"yes" | "no">();
	const [isSent, setIsSent] = useState(false);
	const vote = (answer: "yes" | "no"): void => {
		setHelpful(answer);
		capture("page feedback", { helpful: answer });
	};
	const send = (event: FormEvent<HTMLFormElement>): void => {
		event.preventDefault();
		const text = String(new FormData(event.currentTarget).get("text")).trim();
		if (text !== "") capture("page feedback text", { helpful, text });
		setIsSent(true);
	};
	return (
		<section className="page-feedback" aria-label={word("Was this page helpful?")}>
			<p role="status">{word(isSent ? "Thank you for your answer." : "Was this page helpful?")}</p>
			{!isSent &&
				(["yes", "no"] as const).map((answer) => (
					<button
						key={answer}
						type="button"
						aria-pressed={helpful === answer}
						disabled={helpful !== undefined}
						onClick={() => vote(answer)}
					>
						{word(answer === "yes" ? "Yes" : "No")}
					</button>
				))}
			{helpful !== undefined && !isSent && (
				<form onSubmit={send}>
					<label>
						{word("What can be improved? (optional)")}
						<textarea name="text" rows={3} maxLength={LONGEST_TEXT} />
					</label>
					<button type="submit">{word("Send")}</button>
				</form>
			)}
		</section>
	);
}
