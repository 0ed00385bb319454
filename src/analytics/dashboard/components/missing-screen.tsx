import type { ReactElement } from "react";
import { Link, useLocation } from "react-router";
import { ScreenHeader } from "./screen-header.tsx";
import { Empty } from "./state-notices.tsx";

export function MissingScreen(): ReactElement {
	const { pathname } = useLocation();
	return (
		<>
			<ScreenHeader title="Not found" />
			<Empty title={`Nothing at ${pathname}`}>
				<Link to="/">Go to the overview</Link>
			</Empty>
		</>
	);
}
