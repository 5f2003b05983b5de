/** What the user typed or wrote in a file cannot be done: one clear line on stderr and exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The system's word for what went wrong with a file, without its stack. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'ENOENT':
      return 'no such file or folder';
    case 'EACCES':
      return 'permission denied';
    case 'EISDIR':
      return 'it is a folder';
    case 'EEXIST':
    case 'ENOTDIR':
      return 'it is no folder, or lies in none';
    case 'ENOSPC':
      return 'no space is left on the device';
    case 'EPIPE':
    case 'ERR_STREAM_DESTROYED':
      return 'its reader has closed it';
    case 'EFBIG':
      return 'the file would become too large';
    default:
      return message.split('\n', 1)[0] ?? 'unknown error';
  }
}
