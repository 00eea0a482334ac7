/** Returns the tags in a text that separates them with commas. */
export const tagsIn = (text: string): string[] =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean)

/**
 * Returns the tags `now` with what a user who saw the tags `seen` has added to them and removed from them. Tags that
 * somebody else has added or removed since stay as they are.
 */
export function changedTags(
  now: readonly string[],
  seen: readonly string[],
  wanted: readonly string[]
): string[] {
  const kept = now.filter((tag) => wanted.includes(tag) || !seen.includes(tag))
  return [...new Set([...kept, ...wanted.filter((tag) => !seen.includes(tag))])]
}
