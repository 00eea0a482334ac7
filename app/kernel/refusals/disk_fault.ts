/** The message for each disk error; other errors are only logged, because they may quote stored data. */
const DISK_FAULTS: Record<string, string> = {
  ENOSPC: 'the disk for files is full (ENOSPC)',
  EDQUOT: 'the disk quota for files is used up (EDQUOT)',
  EFBIG: 'the file is larger than the disk allows (EFBIG)',
  EROFS: 'the disk for files is read-only (EROFS)',
  EACCES: 'the service has no permission to write its files (EACCES)',
  EPERM: 'the service has no permission to write its files (EPERM)',
  ENOTDIR: 'the path of the folder for files is not a folder (ENOTDIR)',
  EIO: 'the disk for files reports an error (EIO)',
}

/** Returns the message for a disk error, anywhere in the chain of causes; null for any other error. */
export function diskFault(error: unknown): string | null {
  for (let one = error; one instanceof Error; one = one.cause) {
    const words = DISK_FAULTS[(one as NodeJS.ErrnoException).code ?? '']
    if (words) return words
  }
  return null
}
