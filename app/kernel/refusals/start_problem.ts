/**
 * The service cannot start as it is set up. The message says what is wrong and what to do, so nobody needs a stack
 * to understand it.
 */
export default class StartProblem extends Error {}
