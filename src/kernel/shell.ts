/** Commands that a reader copies from a page. */

/** One word of a POSIX shell, whatever is inside: only a single quote needs care between single quotes. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Quoted only where a shell would read more into it. */
export const shellWord = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : shellQuoted(text));

/** The words of a command as it is shown: split at spaces, so that a line breaks nowhere else. */
export const commandWords = (command: string): string[] => command.split(' ');
