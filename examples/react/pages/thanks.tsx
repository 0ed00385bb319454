import { usePage } from "loggia";

export const meta = { title: "Thank you", robots: "noindex", navigation: false };

export default function Thanks() {
	const address = new URLSearchParams(usePage()?.query).get("address");
	return (
		<article className="article">
			<h1>Thank you</h1>
			<p>We write to {address ?? "you"} within two days.</p>
		</article>
	);
}
