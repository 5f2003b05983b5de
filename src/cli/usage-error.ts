import { messageOf, systemCodeOf } from '../kernel/thrown.ts';
/** Thrown for what the user typed or wrote in a file and cannot be done: one clear line on stderr and exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The system's word for what went wrong with a file, without its stack. */
export function reasonOf(error: unknown): string {
  const code = systemCodeOf(error);
  const message = messageOf(error);
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

/**
 * Says why a port could not be opened.
 *
 * @param flag the flag that names the port
 */
export function whyNotListening(code: string | undefined, flag: string): string {
  switch (code) {
    case 'EADDRINUSE':
      return `the port is in use, choose another with ${flag} or take a free one with ${flag} 0`;
    case 'EACCES':
      return 'permission denied, choose a port above 1023';
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'this machine has no such address, see --host';
    default:
      return code ?? 'unknown error';
  }
}
