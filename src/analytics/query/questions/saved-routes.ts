import * as z from "zod";
import { type ApiRoute, defineRoute } from "../../api/define-route.ts";
import { refused } from "../../api/refused.ts";
import { type Alert, alertSchema } from "../../api-types/alerts.ts";
import { listOf } from "../../api-types/answer-of.ts";
import {
	goalSchema,
	savedKey,
	savedQuestionSchema,
	segmentSchema,
} from "../../api-types/question.ts";
import type { DocumentKind, Documents } from "../../store/settings/documents.ts";
import type { ApiContext } from "../api-context.ts";
import { goalKeysIn, goalKeysOf } from "./goals-of.ts";

interface SavedKind<Value extends { readonly name: string }> {
	readonly kind: DocumentKind;
	readonly one: string;
	readonly schema: z.ZodType<Value>;
	/** Checks that need other saved documents, so that the schema cannot make them. */
	readonly problemOf?: (value: Value) => string | undefined;
	/** Names of the documents that use it: without it, they would fail silently. */
	readonly usersOf?: (key: string) => readonly string[];
}

/** A longer list is too long to choose from. */
const MAX_OF_A_KIND = 500;

/** Routes for saved goals, segments, questions and alerts. */
export function savedRoutes(context: ApiContext): readonly ApiRoute[] {
	return [
		...routesOf(context, {
			kind: "goal",
			one: "goal",
			schema: goalSchema,
			usersOf: (key) => usersOfGoal(key, context.store),
		}),
		...routesOf(context, {
			kind: "segment",
			one: "segment",
			schema: segmentSchema,
		}),
		...routesOf(context, {
			kind: "question",
			one: "saved question",
			schema: savedQuestionSchema,
			usersOf: (key) => usersOfQuestion(key, context),
		}),
		...routesOf(context, {
			kind: "alert",
			one: "alert",
			schema: alertSchema,
			problemOf: (alert) => problemOfAlert(alert, context.store),
		}),
	];
}

/** Checks that an alert has a saved trend: other questions have more than one figure. */
function problemOfAlert(
	{ question: key }: Alert,
	{ documents }: ApiContext["store"],
): string | undefined {
	if (key === null) return undefined;
	const saved = savedQuestionSchema.safeParse(documents.get("question", key)?.body).data;
	if (saved?.question.kind === "trend") return undefined;
	return `The question of an alert must be a saved trend: current value is "${key}", ${
		saved === undefined ? "which is not saved" : `a question of the kind ${saved.question.kind}`
	}`;
}

function usersOfGoal(key: string, { documents }: ApiContext["store"]): readonly string[] {
	const questions = savedOf(documents, "question", savedQuestionSchema).filter(({ definition }) =>
		goalKeysOf(definition.question).includes(key),
	);
	const segments = savedOf(documents, "segment", segmentSchema).filter(({ definition }) =>
		goalKeysIn(definition.filters).includes(key),
	);
	return [
		...questions.map(({ definition }) => `the question "${definition.name}"`),
		...segments.map(({ definition }) => `the segment "${definition.name}"`),
	];
}

function usersOfQuestion(key: string, { store, shares }: ApiContext): readonly string[] {
	const alerts = savedOf(store.documents, "alert", alertSchema);
	const users = [
		...alerts.map(({ definition }) => ({ ...definition, kind: "alert" })),
		...shares.list().map((share) => ({ ...share, kind: "share link" })),
	];
	return users
		.filter(({ question }) => question === key)
		.map(({ kind, name }) => `the ${kind} "${name}"`);
}

function routesOf<Value extends { readonly name: string }>(
	{ store: { documents }, now }: ApiContext,
	{ kind, one, schema, problemOf, usersOf }: SavedKind<Value>,
): readonly ApiRoute[] {
	const path = `${kind}s`;
	const saved = z.object({ key: z.string(), definition: schema });
	const list = defineRoute("viewer", `GET /api/v1/${path}`, {
		summary: `All ${path}`,
		answer: { description: "In the order of creation", schema: listOf(saved) },
		handle: async () => ({ results: savedOf(documents, kind, schema) }) as never,
	});
	const isFull = () => documents.list(kind).length >= MAX_OF_A_KIND;
	const fullRule = `There can be at most ${MAX_OF_A_KIND} ${path}`;
	const create = defineRoute("editor", `POST /api/v1/${path}`, {
		summary: `Add a ${one}`,
		status: 201,
		json: schema,
		answer: { description: "With the key, which is created from the name", schema: saved },
		handle: async ({ body }) => {
			const problem = problemOf?.(body);
			if (problem !== undefined) return refused(400, problem);
			if (isFull()) return refused(409, fullRule);
			const key = freeKey(body.name, (taken) => documents.get(kind, taken) !== undefined);
			documents.put({ kind, key, body }, now());
			return { key, definition: body } as never;
		},
		refusals: { 409: "The maximum number is reached" },
	});
	const put = defineRoute("editor", `PUT /api/v1/${path}/{key}`, {
		summary: `Create or replace a ${one}`,
		json: schema,
		isUpsert: true,
		answer: { description: "As it was sent; 201 if it is new", schema },
		handle: async ({ id: key, body, reply }) => {
			const { error } = savedKey.safeParse(key);
			if (error !== undefined) {
				return refused(400, `The key ${error.issues[0]?.message}: current value is "${key}"`);
			}
			const problem = problemOf?.(body);
			if (problem !== undefined) return refused(400, problem);
			const isNew = documents.get(kind, key) === undefined;
			if (isNew && isFull()) return refused(409, fullRule);
			documents.put({ kind, key, body }, now());
			reply.code(isNew ? 201 : 200);
			return body as never;
		},
		refusals: { 409: "The maximum number is reached" },
	});
	const remove = defineRoute("editor", `DELETE /api/v1/${path}/{key}`, {
		summary: `Delete a ${one}`,
		answer: "Deleted",
		...(usersOf === undefined ? {} : { refusals: { 409: "Another object uses it" } }),
		handle: async ({ id: key }) => {
			const users = usersOf?.(key) ?? [];
			if (users.length > 0) return refused(409, `In use. Delete first: ${users.join(", ")}`);
			return documents.delete(kind, key, now());
		},
	});
	return [list, create, put, remove];
}

/** Lists the valid documents. Skips invalid ones: an earlier version may have written them. */
function savedOf<Value>(
	documents: Pick<Documents, "list">,
	kind: DocumentKind,
	schema: z.ZodType<Value>,
): readonly { readonly key: string; readonly definition: Value }[] {
	return documents.list(kind).flatMap(({ key, body }) => {
		const { data } = schema.safeParse(body);
		return data === undefined ? [] : [{ key, definition: data }];
	});
}

/** @returns An unused key for a name: `Team signup` → `team-signup`. */
export function freeKey(name: string, isTaken: (key: string) => boolean): string {
	const plain = name
		.normalize("NFKD")
		.replaceAll(/\p{M}+/gu, "")
		.toLowerCase()
		.replaceAll(/[^a-z0-9]+/g, "-")
		.replaceAll(/^-+|-+$/g, "")
		.slice(0, 50);
	const base = plain === "" ? "saved" : plain;
	let key = base;
	for (let number = 2; isTaken(key); number += 1) key = `${base}-${number}`;
	return key;
}
