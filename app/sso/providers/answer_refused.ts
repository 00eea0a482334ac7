/** An answer of a provider that is not believed; its message says why. */
export class AnswerRefused extends Error {}
