import * as z from "zod";
import { MAX_GROUP_TYPES } from "../../store/people/groups.ts";
import type { AnswerOf } from "../../wire/dashboard/answer-of.ts";
import { groupTypesAnswer } from "../../wire/dashboard/settings.ts";
import { type ApiRoute, defineRoute } from "../api/define-route.ts";
import type { ApiContext } from "../api-context.ts";

const RULE = `must be a list of at most ${MAX_GROUP_TYPES} different names of 1 to 200 characters`;

const groupTypesChange = z.strictObject({
	results: z
		.array(z.string(RULE).trim().min(1, RULE).max(200, RULE), RULE)
		.max(MAX_GROUP_TYPES, RULE)
		.refine((names) => new Set(names).size === names.length, RULE)
		.describe("In the order of their numbers; none: numbered by first appearance again"),
});

/** The kinds of group that the project knows, such as companies. */
export function groupTypeRoutes({ store: { groups } }: ApiContext): readonly ApiRoute[] {
	const read = (): AnswerOf<typeof groupTypesAnswer> => ({
		results: Object.entries(groups.types()).map(([index, name]) => ({
			index: Number(index),
			name,
		})),
		is_named: groups.areNamed(),
	});
	return [
		defineRoute("viewer", "GET /api/v1/group-types", {
			summary: "Group types with their numbers",
			answer: { description: "The types", schema: groupTypesAnswer },
			handle: async () => read(),
		}),
		defineRoute("admin", "PUT /api/v1/group-types", {
			summary: "Name the group types; events make no others, and groups of others are deleted",
			json: groupTypesChange,
			answer: { description: "The types", schema: groupTypesAnswer },
			handle: async ({ body }) => {
				groups.name(body.results);
				return read();
			},
		}),
	];
}
