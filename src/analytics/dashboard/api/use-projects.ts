import type { UseQueryResult } from "@tanstack/react-query";
import type { ProjectsAnswer } from "../../wire/dashboard/projects.ts";
import { useAnswer } from "./use-answer.ts";

export const PROJECTS = "/api/v1/projects";

export function useProjects(): UseQueryResult<ProjectsAnswer> {
	return useAnswer<ProjectsAnswer>(PROJECTS);
}
