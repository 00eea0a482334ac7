/** Where the file of an artifact lies in the drive; the trigger of the table makes the same path. */
export function artifactPath(id: string): string {
  return `artifacts/${id}`
}
