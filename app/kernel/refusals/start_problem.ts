/**
 * The service cannot start with its current setup. The message says what is wrong and what to do, so no stack is needed
 * to understand it.
 */
export default class StartProblem extends Error {}
