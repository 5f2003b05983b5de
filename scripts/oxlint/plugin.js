import { bannedSyntax } from './banned-syntax.js';
import { noNumberFromText } from './no-number-from-text.js';

/** The rules that oxlint does not have. */
export default {
  meta: { name: 'perpsim' },
  rules: { 'banned-syntax': bannedSyntax, 'no-number-from-text': noNumberFromText },
};
