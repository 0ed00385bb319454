import { Fragment, type ReactElement } from "react";
import { useLocation } from "react-router";
import { payloadHead } from "../../../shared/page/payload.ts";
import { useRuntimeConfig } from "../../runtime-config.ts";
import type { View } from "../../view.ts";

/** Title and tags of the head, as the server wrote them: React takes those over, and changes them with the view. */
export function PageHead({ view }: { readonly view: View }): ReactElement {
	const { search } = useLocation();
	const { title, tags } = payloadHead(useRuntimeConfig(), view, search);
	return (
		<>
			<title>{title}</title>
			{/* All of them or none, so that they keep their order. */}
			<Fragment key={JSON.stringify(tags)}>
				{tags.map(({ tag: Tag, ...attributes }) => (
					<Tag key={JSON.stringify(attributes)} {...attributes} />
				))}
			</Fragment>
		</>
	);
}
