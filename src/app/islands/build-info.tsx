import type { ReactElement } from "react";
import * as z from "zod";
import type { Island, IslandComponentProps } from "./island.ts";

const props = z.strictObject({});

type BuildInfoProps = z.infer<typeof props>;

/** The build and the revision, to compare two servers. */
export const buildInfo: Island<BuildInfoProps> = {
	name: "build-info",
	props,
	Component: BuildInfo,
};

function BuildInfo({
	sources: { buildId, revisionId, pages },
}: IslandComponentProps<BuildInfoProps>): ReactElement {
	return (
		<dl className="build-info">
			<dt>Build</dt>
			<dd>
				<code>{buildId}</code>
			</dd>
			<dt>Revision</dt>
			<dd>
				<code>{revisionId}</code>
			</dd>
			<dt>Pages</dt>
			<dd>{pages.length}</dd>
		</dl>
	);
}
