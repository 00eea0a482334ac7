/** The base URL of the service under test, for tests that need more control than the API client gives. */
export const BASE = `http://${process.env.HOST ?? '127.0.0.1'}:${process.env.PORT}`
