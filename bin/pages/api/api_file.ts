/** Where the API document is kept. */
export const API_FILE = 'resources/reference/openapi.json'
