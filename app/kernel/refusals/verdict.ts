/**
 * The result of a rule: yes with what follows from it, or no with a typed reason. Rules know no statuses: the edge turns
 * the reason into a Refusal. A reason is a code of the contract where the contract names it, `{ reason: 'kebab-case' }`
 * with its facts where it does not, and a list of field problems for input (docs/decisions/0022-one-spelling-of-reasons.md).
 */
export type Verdict<Reason, Allowed extends object = object> =
  ({ allow: true } & Allowed) | { allow: false; reason: Reason }

/** A no, for a reason. */
export function deny<const Reason>(reason: Reason): { allow: false; reason: Reason } {
  return { allow: false, reason }
}
