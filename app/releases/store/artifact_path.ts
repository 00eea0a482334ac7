/** The path of an artifact's file on the drive. The delete trigger of the table builds the same path. */
export function artifactPath(id: string): string {
  return `artifacts/${id}`
}
