/** The file of the API document. */
export const API_FILE = 'resources/reference/openapi.json'
