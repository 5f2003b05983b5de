/**
 * Why a port could not be opened.
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
