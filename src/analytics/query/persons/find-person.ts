import type { Person } from "../../store/people/person.ts";
import type { Persons } from "../../store/people/persons.ts";

/** @param id The person's own, or any distinct id of theirs: scripts seldom know the former. */
export function findPerson(persons: Persons, id: string): Person | undefined {
	return persons.get(id) ?? persons.find(id);
}
