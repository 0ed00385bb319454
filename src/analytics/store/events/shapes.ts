import type { Properties } from "./new-event.ts";
import {
	constantsOnly,
	type EventIdentity,
	kindOf,
	type PropertyKind,
} from "./property-packing.ts";

/** In pieces of a hundred characters; a busy site has some thousand. */
const MAX_SHAPES = 50_000;
const PIECE_CHARACTERS = 100;

/** What distinguishes one template from another, as one step for each property. */
export interface Shape {
	/** Number of the template in `strings`; unset until it has been looked up. */
	template: number | undefined;
}

/** The shape of an event, and what is the event's own in it. */
export interface ShapedProperties {
	readonly shape: Shape;
	/** Values of the properties that are not part of the shape, in order. */
	readonly values: readonly unknown[];
}

/**
 * Finds the shape of an event without writing its template out, which would be a kilobyte
 * of text for each event to find one number by. Shapes are a tree: a step for each property,
 * and events that follow one another mostly take the same steps.
 */
export class Shapes {
	#root = new Step();
	#count = 0;

	of(properties: Properties, identity: EventIdentity): ShapedProperties {
		if (this.#count > MAX_SHAPES) this.forget();
		const values: unknown[] = [];
		let step = this.#root;
		for (const key of Object.keys(properties)) {
			const value = properties[key];
			if (value === undefined) continue;
			const branch = step.branchOf(key);
			const kind = kindOf(branch.isConstant, value, identity);
			if (kind === "varying") values.push(value);
			const next = branch.find(kind, value);
			step = next ?? branch.grow(kind, value);
			if (next === undefined) this.#count += 1 + piecesOf(key) + piecesOf(value);
		}
		return { shape: step, values };
	}

	/** After a rollback templates may be remembered that were never stored. */
	forget(): void {
		this.#root = new Step();
		this.#count = 0;
	}
}

/** Keys and constants are as long as their sender likes. */
function piecesOf(value: unknown): number {
	return typeof value === "string" ? Math.floor(value.length / PIECE_CHARACTERS) : 0;
}

/** A place in the tree: the shape of the properties so far. */
class Step implements Shape {
	template: number | undefined = undefined;
	/** The key that came last, which is mostly the one that comes next. */
	#lastKey: string | undefined = undefined;
	#lastBranch: Branch | undefined = undefined;
	#branches: Map<string, Branch> | undefined = undefined;

	branchOf(key: string): Branch {
		if (key === this.#lastKey && this.#lastBranch !== undefined) return this.#lastBranch;
		if (this.#lastKey !== undefined && this.#lastBranch !== undefined) {
			this.#branches ??= new Map([[this.#lastKey, this.#lastBranch]]);
		}
		const branch = this.#branches?.get(key) ?? new Branch(constantsOnly(key));
		this.#branches?.set(key, branch);
		this.#lastKey = key;
		this.#lastBranch = branch;
		return branch;
	}
}

/** One property's ways on from a step: by its value where that is constant, else by its kind. */
class Branch {
	readonly isConstant: boolean;
	#lastMark: unknown = NOTHING;
	#lastStep: Step | undefined = undefined;
	#steps: Map<unknown, Step> | undefined = undefined;
	/** By their JSON; apart from `#steps`, where a text may look the same. */
	#objects: Map<string, Step> | undefined = undefined;

	constructor(isConstant: boolean) {
		this.isConstant = isConstant;
	}

	find(kind: PropertyKind, value: unknown): Step | undefined {
		if (isObjectConstant(kind, value)) return this.#objects?.get(JSON.stringify(value));
		const mark = markOf(kind, value);
		if (mark === this.#lastMark) return this.#lastStep;
		const step = this.#steps?.get(mark);
		if (step !== undefined) this.#remember(mark, step);
		return step;
	}

	grow(kind: PropertyKind, value: unknown): Step {
		const step = new Step();
		if (isObjectConstant(kind, value)) {
			this.#objects ??= new Map();
			this.#objects.set(JSON.stringify(value), step);
			return step;
		}
		const mark = markOf(kind, value);
		if (this.#lastStep !== undefined) {
			this.#steps ??= new Map([[this.#lastMark, this.#lastStep]]);
			this.#steps.set(mark, step);
		}
		this.#remember(mark, step);
		return step;
	}

	#remember(mark: unknown, step: Step): void {
		this.#lastMark = mark;
		this.#lastStep = step;
	}
}

/** Marks of what is not told apart by value; no property has a symbol for a value. */
const NOTHING = Symbol("nothing");
const MARKS = {
	uuid: Symbol("uuid"),
	distinctId: Symbol("distinct id"),
	varying: Symbol("varying"),
} as const;

function markOf(kind: PropertyKind, value: unknown): unknown {
	return kind === "constant" ? value : MARKS[kind];
}

function isObjectConstant(kind: PropertyKind, value: unknown): boolean {
	return kind === "constant" && typeof value === "object" && value !== null;
}
