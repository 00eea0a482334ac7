/** An answer of a provider that is not trusted; the message says why. */
export class AnswerRefused extends Error {}
