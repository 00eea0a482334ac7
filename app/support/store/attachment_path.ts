/** Where the file of an attachment is on the drive; the trigger `drop_attachment_file` of the database says so too. */
export const attachmentPath = (id: string) => `attachments/${id}`
