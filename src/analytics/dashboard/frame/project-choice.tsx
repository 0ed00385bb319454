import type { ReactElement } from "react";
import { useLocation } from "react-router";
import { projectPath } from "../api/project-path.ts";
import { useProjects } from "../api/use-projects.ts";
import { SCREENS } from "./screen-list.ts";

/** Goes to the same screen of another project; not there while there is one project alone. */
export function ProjectChoice(): ReactElement | null {
	const { data } = useProjects();
	const { pathname } = useLocation();
	if (data === undefined || data.results.length < 2) return null;
	// What a detail of one project is called, another does not know.
	const screen = SCREENS.find(({ path }) => path === pathname)?.path ?? "/";
	return (
		<select
			className="project-choice"
			aria-label="Project"
			value={projectPath()}
			onChange={({ target }) => location.assign(`${target.value}/dashboard${screen}`)}
		>
			{data.results.map(({ id, name, path }) => (
				<option key={id} value={path}>
					{name}
				</option>
			))}
		</select>
	);
}
