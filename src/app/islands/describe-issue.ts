import type { Island } from "./island.ts";

type Issue = NonNullable<ReturnType<Island["props"]["safeParse"]>["error"]>["issues"][number];

/** Says what is wrong with a prop, in words for authors. */
export function describeIssue(issue: Issue): string {
	if (issue.code === "unrecognized_keys") {
		return `There is no prop named ${issue.keys.map((key) => `"${key}"`).join(" or ")}`;
	}
	return `${issue.path.join(".")} ${issue.message}`;
}
