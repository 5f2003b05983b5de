/** Code as HTML with a class for each colour; undefined for a language that has no colours here. */
export function highlighted(code: string, language: string): string | undefined;
