const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Returns whether a part of an address can be an id. The service refuses any other text. */
export const isId = (text: string) => ID.test(text)
