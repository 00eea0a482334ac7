/** Returns the drive path of an attachment's file. The database trigger `drop_attachment_file` builds the same path. */
export const attachmentPath = (id: string) => `attachments/${id}`
