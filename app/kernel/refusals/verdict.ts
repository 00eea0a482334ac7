/**
 * The result of a rule: yes with its consequences, or no with a typed reason. Rules know no statuses: the HTTP layer
 * turns the reason into a Refusal. A reason is a code if the contract names one, otherwise `{ reason: 'kebab-case' }`
 * with its facts; for input it is a list of field problems (docs/decisions/0022-one-spelling-of-reasons.md).
 */
export type Verdict<Reason, Allowed extends object = object> =
  ({ allow: true } & Allowed) | { allow: false; reason: Reason }

/** Creates a negative verdict with its reason. */
export function deny<const Reason>(reason: Reason): { allow: false; reason: Reason } {
  return { allow: false, reason }
}
